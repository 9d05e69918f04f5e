package io.github.swipestorm.client.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.inference.CapacitySearch.Ending;
import io.github.swipestorm.client.inference.CapacitySearch.Result;
import io.github.swipestorm.client.objective.Objectives.Status;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.testing.Plans;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The sequence against a server that exists only as a formula. */
class CapacitySequenceTest {

    private static final double BEST = 10_000;
    private static final LoadPlan BASE = Plans.plan(Plans.NOWHERE)
            .threads(64)
            .duration(Duration.ofSeconds(10))
            .build();
    private static final CapacitySequence SEQUENCE =
            new CapacitySequence("nowhere", BASE, ThreadCounts.parse("1..64x2"), 3);

    /** Closed loops do up to {@link #BEST}; open ones keep to their objectives up to a limit, and are carried up to another. */
    private static Trial run(PlannedRun planned, double limit, double carried) {
        boolean open = planned.variant().plan().openLoop().isPresent();
        if (!open) {
            return FakeTrials.trial(
                    planned, BEST * Math.min(1, planned.variant().plan().threads() / 16.0));
        }
        double rate = CapacitySequence.rateOf(planned.variant().name());
        Trial trial = FakeTrials.trial(planned, rate).with(RunMetric.OFFERED_MET, rate <= carried ? 1 : 0);
        return FakeTrials.judged(trial, rate <= limit ? Status.MET : Status.MISSED);
    }

    private static List<Trial> whole(double limit, double carried) {
        List<Trial> finished = new ArrayList<>();
        Optional<PlannedRun> next = SEQUENCE.next(finished);
        while (next.isPresent()) {
            assertThat(finished).as("it ends").hasSizeLessThan(200);
            finished.add(run(next.get(), limit, carried));
            next = SEQUENCE.next(finished);
        }
        return finished;
    }

    private static Result result(List<Trial> finished) {
        return SEQUENCE.searched(finished).orElseThrow().result().orElseThrow();
    }

    @ParameterizedTest
    @ValueSource(doubles = {50, 700, 4_999, 5_001, 9_300, 30_000})
    void what_it_takes_lies_within_the_range_that_is_named_before(double limit) {
        Duration beyond = Duration.ofSeconds(7);
        Duration taken = whole(limit, Double.POSITIVE_INFINITY).stream()
                .map(trial -> beyond.plus(
                        trial.variant().endsWith("confirmation") ? Duration.ofSeconds(30) : Duration.ofSeconds(10)))
                .reduce(Duration.ZERO, Duration::plus);

        CapacitySequence.TimeRange range = SEQUENCE.expected(beyond).orElseThrow();

        assertThat(taken).isBetween(range.least(), range.most());
        assertThat(range.most()).isGreaterThan(range.least());
        assertThat(new CapacitySequence(
                                "nowhere",
                                Plans.plan(Plans.NOWHERE).requests(10).build(),
                                ThreadCounts.parse("1,2"),
                                3)
                        .expected(beyond))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(doubles = {50, 700, 4_999, 5_001, 9_300, 30_000})
    void the_highest_rate_that_keeps_to_the_objectives_is_found_and_confirmed_by_a_longer_run(double limit) {
        List<Trial> finished = whole(limit, Double.POSITIVE_INFINITY);

        Result result = result(finished);
        assertThat(result.ending()).isEqualTo(Ending.CONFIRMED);
        assertThat(result.highestMet().orElseThrow()).isBetween(limit / 1.06, limit);
        assertThat(finished)
                .filteredOn(trial -> trial.variant().startsWith("threads="))
                .hasSize(7 * 3);
        assertThat(finished.get(finished.size() - 1).variant()).endsWith(" confirmation");
    }

    @Test
    void a_confirmation_lasts_longer_than_the_other_runs() {
        List<Trial> finished = whole(7_000, Double.POSITIVE_INFINITY);
        PlannedRun last =
                SEQUENCE.next(finished.subList(0, finished.size() - 1)).orElseThrow();

        assertThat(last.variant().name()).endsWith(" confirmation");
        assertThat(last.variant().plan().stop().duration()).contains(Duration.ofSeconds(30));
        assertThat(SEQUENCE.next(finished.subList(0, finished.size() - 2))
                        .orElseThrow()
                        .variant()
                        .plan()
                        .stop()
                        .duration())
                .contains(Duration.ofSeconds(10));
    }

    @Test
    void a_rate_that_was_not_carried_is_not_met_whatever_its_latencies_say() {
        assertThat(result(whole(Double.POSITIVE_INFINITY, 2_000)).highestMet().orElseThrow())
                .isBetween(2_000 / 1.06, 2_000.0);
    }

    @Test
    void of_a_workload_with_scenarios_rates_are_those_of_iterations() {
        List<Trial> finished = new ArrayList<>();
        Optional<PlannedRun> next = SEQUENCE.next(finished);
        while (next.get().variant().plan().openLoop().isEmpty()) {
            // Each iteration has four requests.
            Trial trial = run(next.get(), 0, 0);
            finished.add(trial.with(
                    RunMetric.ITERATIONS, trial.get(RunMetric.THROUGHPUT).orElseThrow() / 4));
            next = SEQUENCE.next(finished);
        }

        assertThat(CapacitySequence.ofIterations(finished)).isTrue();
        assertThat(CapacitySequence.rateOf(next.get().variant().name())).isEqualTo(BEST / 4 / 2);
    }

    @Test
    void where_every_rate_is_met_the_answer_is_an_at_least() {
        Result result = result(whole(Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY));

        assertThat(result.ending()).isEqualTo(Ending.CONFIRMED);
        assertThat(result.lowestMissed()).isEmpty();
        assertThat(result.highestMet()).contains(8 * BEST / 2);
    }

    @Test
    void where_no_rate_is_met_that_is_the_answer() {
        assertThat(result(whole(0, 0)).ending()).isEqualTo(Ending.NO_RATE_MET);
    }

    @Test
    void an_inconclusive_run_is_made_again_and_counts_neither_as_met_nor_as_missed() {
        List<Trial> finished = new ArrayList<>();
        Optional<PlannedRun> next = SEQUENCE.next(finished);
        while (next.isPresent()) {
            Trial trial = run(next.get(), 700, Double.POSITIVE_INFINITY);
            boolean distorted = trial.objectives().isPresent() && trial.round() == 1;
            finished.add(distorted ? FakeTrials.judged(trial, Status.INCONCLUSIVE) : trial);
            next = SEQUENCE.next(finished);
        }

        assertThat(finished.stream().filter(trial -> trial.came(Status.INCONCLUSIVE)))
                .as("each rate was inconclusive once")
                .hasSizeGreaterThan(5);
        Result clean = result(whole(700, Double.POSITIVE_INFINITY));
        assertThat(result(finished).highestMet()).isEqualTo(clean.highestMet());
        assertThat(result(finished).lowestMissed()).isEqualTo(clean.lowestMissed());
    }

    @Test
    void a_rate_that_only_the_client_cannot_keep_bounds_the_search_and_is_called_inconclusive() {
        List<Trial> finished = new ArrayList<>();
        Optional<PlannedRun> next = SEQUENCE.next(finished);
        while (next.isPresent()) {
            assertThat(finished).as("it ends").hasSizeLessThan(200);
            Trial trial = run(next.get(), 1e9, Double.POSITIVE_INFINITY);
            boolean distorted = trial.objectives().isPresent() && CapacitySequence.rateOf(trial.variant()) > 9_000;
            finished.add(distorted ? FakeTrials.judged(trial, Status.INCONCLUSIVE) : trial);
            next = SEQUENCE.next(finished);
        }

        Result result = result(finished);
        assertThat(result.ending()).isEqualTo(Ending.CONFIRMED);
        assertThat(result.highestMet().orElseThrow()).isBetween(8_500.0, 9_000.0);
        assertThat(CapacitySequence.inconclusive(finished, result.lowestMissed().orElseThrow()))
                .isTrue();
        assertThat(CapacitySequence.inconclusive(finished, result.highestMet().orElseThrow()))
                .isFalse();
    }

    @Test
    void broken_off_anywhere_it_goes_on_with_the_very_next_run() {
        List<Trial> finished = whole(7_000, Double.POSITIVE_INFINITY);
        for (int cut = 0; cut < finished.size(); cut++) {
            PlannedRun next = SEQUENCE.next(finished.subList(0, cut)).orElseThrow();

            assertThat(run(next, 7_000, Double.POSITIVE_INFINITY)).isEqualTo(finished.get(cut));
        }
        assertThat(SEQUENCE.next(finished)).isEmpty();
    }

    @Test
    void without_a_successful_closed_loop_there_is_nowhere_to_begin() {
        List<Trial> failed = new ArrayList<>();
        SEQUENCE.threads().forEach(variant -> {
            for (int round = 1; round <= 3; round++) {
                failed.add(FakeTrials.trial(new PlannedRun(variant, round), 1).with(RunMetric.THROUGHPUT, 0));
            }
        });

        assertThat(SEQUENCE.next(failed)).isEmpty();
        assertThat(SEQUENCE.searched(failed)).isEmpty();
    }
}
