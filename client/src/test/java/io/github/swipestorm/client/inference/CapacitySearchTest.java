package io.github.swipestorm.client.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.swipestorm.client.inference.CapacitySearch.Ending;
import io.github.swipestorm.client.inference.CapacitySearch.Result;
import io.github.swipestorm.client.inference.CapacitySearch.Settings;
import io.github.swipestorm.client.inference.CapacitySearch.Step;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.apache.commons.math3.random.RandomGenerator;
import org.apache.commons.math3.random.Well19937c;
import org.junit.jupiter.api.Test;

class CapacitySearchTest {
    private static final Settings ONCE = new Settings(100, 1, 100_000, 0.05, 1, 40, 5);

    /** A step and what became of it. */
    private record Measured(Step step, boolean met) {}

    @Property(tries = 500)
    void a_sharp_limit_is_found_within_the_precision(
            @ForAll @DoubleRange(min = 1.1, max = 90_000) double limit,
            @ForAll @DoubleRange(min = 0.01, max = 0.5) double precision) {
        CapacitySearch search = CapacitySearch.start(new Settings(100, 1, 100_000, precision, 3, 40, 5));
        run(search, step -> step.rate() <= limit);

        Result result = search.result().orElseThrow();
        assertThat(result.ending()).isEqualTo(Ending.CONFIRMED);
        assertThat(result.highestMet().orElseThrow()).isLessThanOrEqualTo(limit);
        assertThat(result.lowestMissed().orElseThrow()).isGreaterThan(limit);
        assertThat(result.lowestMissed().orElseThrow())
                .isLessThanOrEqualTo(result.highestMet().orElseThrow() * (1 + precision));
    }

    /** Near the limit it is a matter of luck whether a run meets the objective, as with a real server. */
    @Property(tries = 500)
    void a_noisy_limit_ends_the_search_below_every_rate_that_failed(
            @ForAll @DoubleRange(min = 2, max = 50_000) double limit, @ForAll int seed) {
        RandomGenerator random = new Well19937c(seed);
        CapacitySearch search = CapacitySearch.start(new Settings(100, 1, 100_000, 0.05, 3, 40, 5));
        List<Measured> measured = run(search, step -> step.rate() <= limit * (1 + 0.1 * random.nextGaussian()));

        Result result = search.result().orElseThrow();
        assertThat(measured).hasSizeLessThanOrEqualTo(40 * 3 + 5).hasSize(result.runs());
        result.highestMet().ifPresent(highest -> {
            assertThat(measured.stream().filter(each -> each.step().confirmation() && !each.met()))
                    .allMatch(each -> each.step().rate() > highest);
            result.lowestMissed().ifPresent(lowest -> assertThat(highest).isLessThan(lowest));
        });
        if (result.ending() == Ending.CONFIRMED) {
            assertThat(result.highestMet().orElseThrow()).isBetween(limit * 0.5, limit * 1.5);
            assertThat(measured.get(measured.size() - 1))
                    .matches(each -> each.met() && each.step().confirmation());
        }
    }

    @Property(tries = 200)
    void an_interrupted_search_goes_on_as_if_it_had_not_been(
            @ForAll int seed, @ForAll @IntRange(min = 0, max = 40) int until) {
        RandomGenerator random = new Well19937c(seed);
        CapacitySearch whole = CapacitySearch.start(Settings.usual(500));
        List<Measured> measured = run(whole, step -> step.rate() < 3_000 + 500 * random.nextGaussian());

        CapacitySearch again = CapacitySearch.start(Settings.usual(500));
        measured.stream().limit(until).forEach(each -> again.recordResult(each.step(), each.met()));
        assertThat(again.next())
                .isEqualTo(measured.stream().skip(until).findFirst().map(Measured::step));
        measured.stream().skip(until).forEach(each -> again.recordResult(each.step(), each.met()));
        assertThat(again.result()).isEqualTo(whole.result());
    }

    @Test
    void it_doubles_then_halves_the_gap_then_confirms() {
        CapacitySearch search = CapacitySearch.start(ONCE);
        List<Measured> measured = run(search, step -> step.rate() <= 700);

        assertThat(measured.stream().map(each -> each.step().rate()))
                .containsExactly(100.0, 200.0, 400.0, 800.0, 565.7, 672.7, 733.6, 702.5, 672.7);
        assertThat(measured.stream().map(each -> each.step().number())).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(measured.stream().filter(each -> each.step().confirmation())).hasSize(1);
        assertThat(search.result()).contains(new Result(Ending.CONFIRMED, Optional.of(672.7), Optional.of(702.5), 9));
    }

    @Test
    void from_a_rate_too_high_it_goes_down_first() {
        CapacitySearch search = CapacitySearch.start(ONCE);
        List<Measured> measured = run(search, step -> step.rate() <= 30);

        assertThat(measured.stream().map(each -> each.step().rate()).limit(4))
                .containsExactly(100.0, 50.0, 25.0, 35.36);
        assertThat(search.result().orElseThrow().highestMet().orElseThrow()).isBetween(28.5, 30.0);
    }

    @Test
    void the_majority_of_the_repeats_judges_and_no_run_is_made_for_nothing() {
        CapacitySearch search = CapacitySearch.start(new Settings(100, 1, 1_000, 0.05, 3, 40, 5));
        recordResults(search, true, true);
        assertThat(search.next()).contains(new Step(3, 200, false));
        recordResults(search, false, true, true);
        assertThat(search.next()).contains(new Step(6, 400, false));
        recordResults(search, true, false, false);
        assertThat(search.next()).contains(new Step(9, 282.8, false));
    }

    @Test
    void of_five_repeats_two_decide_nothing() {
        CapacitySearch search = CapacitySearch.start(new Settings(100, 1, 1_000, 0.05, 5, 40, 5));
        recordResults(search, false, false, true, true);
        assertThat(search.next()).contains(new Step(5, 100, false));
        recordResults(search, true);
        assertThat(search.next()).contains(new Step(6, 200, false));
    }

    @Test
    void a_lowest_rate_that_is_not_confirmed_is_not_tried_again() {
        CapacitySearch search = CapacitySearch.start(new Settings(100, 100, 1_000, 0.05, 1, 1, 5));
        recordResults(search, true, false);

        assertThat(search.result()).contains(new Result(Ending.NOT_CONFIRMED, Optional.empty(), Optional.of(100.0), 2));
    }

    @Test
    void a_failed_confirmation_steps_down_farther_each_time() {
        CapacitySearch search = CapacitySearch.start(ONCE);
        List<Measured> measured = run(search, step -> step.rate() <= (step.confirmation() ? 600 : 700));

        assertThat(measured.stream()
                        .filter(each -> each.step().confirmation())
                        .map(each -> each.step().rate()))
                .containsExactly(672.7, 640.7, 582.5);
        assertThat(search.result()).contains(new Result(Ending.CONFIRMED, Optional.of(582.5), Optional.of(640.7), 11));
    }

    @Test
    void when_no_confirmation_succeeds_the_result_says_so_and_excludes_refuted_rates() {
        CapacitySearch search = CapacitySearch.start(ONCE);
        run(search, step -> !step.confirmation() && step.rate() <= 700);

        Result result = search.result().orElseThrow();
        assertThat(result.ending()).isEqualTo(Ending.NOT_CONFIRMED);
        assertThat(result.runs()).isEqualTo(8 + 5);
        assertThat(result.highestMet()).contains(200.0);
        assertThat(result.lowestMissed().orElseThrow()).isBetween(200.0, 400.0);
    }

    @Test
    void a_server_that_meets_every_rate_has_at_least_the_highest() {
        CapacitySearch search = CapacitySearch.start(new Settings(100, 1, 1_000, 0.05, 1, 40, 5));
        List<Measured> measured = run(search, step -> true);

        assertThat(measured.stream().map(each -> each.step().rate()))
                .containsExactly(100.0, 200.0, 400.0, 800.0, 1_000.0, 1_000.0);
        assertThat(search.result()).contains(new Result(Ending.CONFIRMED, Optional.of(1_000.0), Optional.empty(), 6));
    }

    @Test
    void a_server_that_meets_no_rate_is_left_at_the_lowest() {
        CapacitySearch search = CapacitySearch.start(new Settings(100, 30, 1_000, 0.05, 1, 40, 5));
        run(search, step -> false);

        assertThat(search.result()).contains(new Result(Ending.NO_RATE_MET, Optional.empty(), Optional.of(30.0), 3));
    }

    @Test
    void when_the_rates_are_used_up_the_best_one_is_confirmed_all_the_same() {
        CapacitySearch search = CapacitySearch.start(new Settings(100, 1, 100_000, 0.05, 1, 5, 5));
        run(search, step -> step.rate() <= 700);

        assertThat(search.result()).contains(new Result(Ending.CONFIRMED, Optional.of(565.7), Optional.of(800.0), 6));
        CapacitySearch hopeless = CapacitySearch.start(new Settings(100, 1, 100_000, 0.05, 1, 2, 5));
        run(hopeless, step -> false);
        assertThat(hopeless.result().orElseThrow().ending()).isEqualTo(Ending.NO_RATE_MET);
    }

    @Test
    void rates_stay_within_their_bounds_also_when_they_are_rounded() {
        CapacitySearch search = CapacitySearch.start(new Settings(12_345.6, 12_345.6, 12_345.6, 0.05, 1, 40, 1));

        assertThat(search.next()).contains(new Step(1, 12_345.6, false));
    }

    @Test
    void a_step_of_another_search_is_refused() {
        CapacitySearch search = CapacitySearch.start(ONCE);

        assertThatIllegalArgumentException()
                .isThrownBy(() -> search.recordResult(new Step(1, 99, false), true))
                .withMessage("The next step is Step[number=1, rate=100.0, confirmation=false], not "
                        + "Step[number=1, rate=99.0, confirmation=false]; was it made with other settings?");
        run(search, step -> true);
        assertThat(search.next()).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> search.recordResult(new Step(1, 100, false), true));
    }

    @Test
    void settings_that_cannot_work_are_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Settings(100, 1, 1_000, 0.05, 2, 40, 5))
                .withMessage("A majority needs an odd number of repeats, not 2; try 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new Settings(100, 200, 1_000, 0.05, 3, 40, 5))
                .withMessage("A search must begin between its lowest and its highest rate, but 100.0 is not within "
                        + "200.0 and 1000.0");
        assertThatIllegalArgumentException().isThrownBy(() -> new Settings(100, 1, 1_000, 0.001, 3, 40, 5));
        assertThatIllegalArgumentException().isThrownBy(() -> new Settings(100, 1, 1_000, 0.05, 3, 0, 5));
        assertThatIllegalArgumentException().isThrownBy(() -> new Settings(100, 1, 1_000, 0.05, 3, 40, 21));
        assertThatIllegalArgumentException().isThrownBy(() -> Settings.usual(Double.NaN));
    }

    private static void recordResults(CapacitySearch search, boolean... results) {
        for (boolean met : results) {
            search.recordResult(search.next().orElseThrow(), met);
        }
    }

    private static List<Measured> run(CapacitySearch search, Predicate<Step> server) {
        List<Measured> measured = new ArrayList<>();
        while (search.next().isPresent()) {
            assertThat(measured).hasSizeLessThan(1_000);
            assertThat(search.result()).isEmpty();
            Step step = search.next().orElseThrow();
            measured.add(new Measured(step, server.test(step)));
            search.recordResult(step, measured.get(measured.size() - 1).met());
        }
        return measured;
    }
}
