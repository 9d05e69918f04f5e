package io.github.swipestorm.client.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.swipestorm.client.inference.PairedComparison.Conclusion;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonTest {

    private static final Variant A = FakeTrials.variant("A", 10);
    private static final Variant B = FakeTrials.variant("B", 10);
    private static final Variant C = FakeTrials.variant("C", 10);
    private static final Variant AGAIN = FakeTrials.variant(Comparison.again("A"), 10);
    private static final List<String> NAMES = List.of("A", "B", "C", "A (again)");

    private static Trials run(int rounds, double noise) {
        FakeTrials fake = new FakeTrials(noise, variant -> variant.name().equals("B") ? 1_200 : 1_000);
        List<Trial> trials = new ArrayList<>();
        Schedule.mirrored(List.of(A, B, C, AGAIN), rounds).runs().forEach(step -> trials.add(fake.run(step)));
        return new Trials(trials);
    }

    @Test
    void everything_is_held_against_the_first_and_the_first_against_itself() {
        Comparison comparison = Comparison.of(NAMES, run(10, 0.02)).orElseThrow();

        assertThat(comparison.first()).isEqualTo("A");
        assertThat(comparison.others()).extracting(Comparison.Contender::name).containsExactly("B", "C");
        assertThat(comparison.others().get(0).throughput().ratio()).isCloseTo(1.2, within(0.03));
        assertThat(comparison.others().get(0).throughput().conclusion()).isEqualTo(Conclusion.DIFFERENCE_SHOWN);
        assertThat(comparison.others().get(1).throughput().conclusion()).isEqualTo(Conclusion.NO_DIFFERENCE_SHOWN);
        assertThat(comparison.again())
                .get()
                .satisfies(again -> assertThat(again.throughput().ratios()).hasSize(10));
        assertThat(comparison.others().get(0).p99())
                .get()
                .satisfies(p99 -> assertThat(p99.ratio())
                        .as("latency is the reciprocal here")
                        .isCloseTo(1 / comparison.others().get(0).throughput().ratio(), within(1e-9)));
        assertThat(comparison.others().get(0).cpu())
                .get()
                .satisfies(cpu -> assertThat(cpu.ratio())
                        .as("the same CPU for each request")
                        .isCloseTo(1, within(1e-3)));
    }

    @Test
    void a_round_that_lacks_one_of_two_or_had_no_ok_request_is_left_out_for_that_pair() {
        List<Trial> trials = new ArrayList<>(run(6, 0.02).all());
        trials.removeIf(trial -> trial.variant().equals("B") && trial.round() == 2);
        trials.replaceAll(trial -> trial.variant().equals("B") && trial.round() == 3
                ? FakeTrials.trial(new PlannedRun(B, 3), 1).with(RunMetric.THROUGHPUT, 0)
                : trial);

        Comparison comparison = Comparison.of(NAMES, new Trials(trials)).orElseThrow();

        assertThat(comparison.others().get(0).throughput().ratios()).hasSize(4);
        assertThat(comparison.others().get(0).throughput().conclusion()).isEqualTo(Conclusion.TOO_FEW_ROUNDS);
        assertThat(comparison.others().get(1).throughput().ratios()).hasSize(6);
    }

    @Test
    void each_operation_is_compared_with_intervals_that_hold_together() {
        FakeTrials fake = new FakeTrials(0.02, variant -> 1_000);
        List<Trial> trials = new ArrayList<>();
        Schedule.mirrored(List.of(A, B, C), 10).runs().forEach(step -> {
            double slower = step.variant() == B ? 1.5 : 1;
            trials.add(FakeTrials.ofOperations(fake.run(step), Map.of("list", slower, "add", 1.0)));
        });
        Trials all = new Trials(trials);

        List<OperationChanges> changes = TrialChanges.ofOperations(all.of("A"), all.of("B"), 2);

        assertThat(changes).extracting(OperationChanges::operation).containsExactlyInAnyOrder("list", "add");
        assertThat(changes)
                .as("four metrics of two operations in two comparisons")
                .allSatisfy(change -> assertThat(change.intervals()).isEqualTo(16))
                .allSatisfy(change -> assertThat(change.changes())
                        .filteredOn(each -> each.ratio().isPresent())
                        .hasSize(3)
                        .allSatisfy(each ->
                                assertThat(each.ratio().get().level()).isCloseTo(1 - 0.05 / 16, within(1e-12))));
        assertThat(changes)
                .filteredOn(change -> change.operation().equals("list"))
                .flatExtracting(OperationChanges::changes)
                .extracting(Change::conclusion)
                .as("throughput, p50, p99, errors")
                .containsExactly(
                        Change.Conclusion.NOT_SHOWN,
                        Change.Conclusion.HIGHER,
                        Change.Conclusion.HIGHER,
                        Change.Conclusion.NOT_SHOWN);
        assertThat(changes)
                .filteredOn(change -> change.operation().equals("add"))
                .flatExtracting(OperationChanges::changes)
                .extracting(Change::conclusion)
                .containsOnly(Change.Conclusion.NOT_SHOWN);
        assertThat(TrialChanges.ofOperations(all.of("A"), run(10, 0.02).of("C"), 1))
                .as("the other one was recorded by a version that kept no operations")
                .isEmpty();
    }

    @Test
    void without_a_pair_there_is_nothing_to_compare() {
        assertThat(Comparison.of(NAMES, new Trials(List.of()))).isEmpty();
        assertThat(Comparison.of(NAMES, run(2, 0).of("A"))).isEmpty();
    }
}
