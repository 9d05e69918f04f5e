package io.github.swipestorm.client.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.swipestorm.client.inference.CapacitySearch.Ending;
import io.github.swipestorm.client.inference.CapacitySearch.Outcome;
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
    private record Told(Step step, boolean met) {}

    @Property(tries = 500)
    void a_sharp_limit_is_found_within_the_precision(
            @ForAll @DoubleRange(min = 1.1, max = 90_000) double limit,
            @ForAll @DoubleRange(min = 0.01, max = 0.5) double precision) {
        CapacitySearch search = CapacitySearch.start(new Settings(100, 1, 100_000, precision, 3, 40, 5));
        run(search, step -> step.rate() <= limit);

        Outcome outcome = search.outcome().orElseThrow();
        assertThat(outcome.ending()).isEqualTo(Ending.CONFIRMED);
        assertThat(outcome.highestMet().orElseThrow()).isLessThanOrEqualTo(limit);
        assertThat(outcome.lowestMissed().orElseThrow()).isGreaterThan(limit);
        assertThat(outcome.lowestMissed().orElseThrow())
                .isLessThanOrEqualTo(outcome.highestMet().orElseThrow() * (1 + precision));
    }

    /** Near the limit it is a matter of luck whether a run meets the objective, as with a real server. */
    @Property(tries = 500)
    void a_noisy_limit_ends_the_search_below_every_rate_that_failed(
            @ForAll @DoubleRange(min = 2, max = 50_000) double limit, @ForAll int seed) {
        RandomGenerator random = new Well19937c(seed);
        CapacitySearch search = CapacitySearch.start(new Settings(100, 1, 100_000, 0.05, 3, 40, 5));
        List<Told> told = run(search, step -> step.rate() <= limit * (1 + 0.1 * random.nextGaussian()));

        Outcome outcome = search.outcome().orElseThrow();
        assertThat(told).hasSizeLessThanOrEqualTo(40 * 3 + 5).hasSize(outcome.runs());
        outcome.highestMet().ifPresent(highest -> {
            assertThat(told.stream().filter(each -> each.step().confirmation() && !each.met()))
                    .allMatch(each -> each.step().rate() > highest);
            outcome.lowestMissed().ifPresent(lowest -> assertThat(highest).isLessThan(lowest));
        });
        if (outcome.ending() == Ending.CONFIRMED) {
            assertThat(outcome.highestMet().orElseThrow()).isBetween(limit * 0.5, limit * 1.5);
            assertThat(told.get(told.size() - 1))
                    .matches(each -> each.met() && each.step().confirmation());
        }
    }

    @Property(tries = 200)
    void an_interrupted_search_goes_on_as_if_it_had_not_been(
            @ForAll int seed, @ForAll @IntRange(min = 0, max = 40) int until) {
        RandomGenerator random = new Well19937c(seed);
        CapacitySearch whole = CapacitySearch.start(Settings.usual(500));
        List<Told> told = run(whole, step -> step.rate() < 3_000 + 500 * random.nextGaussian());

        CapacitySearch again = CapacitySearch.start(Settings.usual(500));
        told.stream().limit(until).forEach(each -> again.told(each.step(), each.met()));
        assertThat(again.next()).isEqualTo(told.stream().skip(until).findFirst().map(Told::step));
        told.stream().skip(until).forEach(each -> again.told(each.step(), each.met()));
        assertThat(again.outcome()).isEqualTo(whole.outcome());
    }

    @Test
    void it_doubles_then_halves_the_gap_then_confirms() {
        CapacitySearch search = CapacitySearch.start(ONCE);
        List<Told> told = run(search, step -> step.rate() <= 700);

        assertThat(told.stream().map(each -> each.step().rate()))
                .containsExactly(100.0, 200.0, 400.0, 800.0, 565.7, 672.7, 733.6, 702.5, 672.7);
        assertThat(told.stream().map(each -> each.step().number())).containsExactly(1, 2, 3, 4, 5, 6, 7, 8, 9);
        assertThat(told.stream().filter(each -> each.step().confirmation())).hasSize(1);
        assertThat(search.outcome()).contains(new Outcome(Ending.CONFIRMED, Optional.of(672.7), Optional.of(702.5), 9));
    }

    @Test
    void from_a_rate_too_high_it_goes_down_first() {
        CapacitySearch search = CapacitySearch.start(ONCE);
        List<Told> told = run(search, step -> step.rate() <= 30);

        assertThat(told.stream().map(each -> each.step().rate()).limit(4)).containsExactly(100.0, 50.0, 25.0, 35.36);
        assertThat(search.outcome().orElseThrow().highestMet().orElseThrow()).isBetween(28.5, 30.0);
    }

    @Test
    void the_majority_of_the_repeats_judges_and_no_run_is_made_for_nothing() {
        CapacitySearch search = CapacitySearch.start(new Settings(100, 1, 1_000, 0.05, 3, 40, 5));
        tell(search, true, true);
        assertThat(search.next()).contains(new Step(3, 200, false));
        tell(search, false, true, true);
        assertThat(search.next()).contains(new Step(6, 400, false));
        tell(search, true, false, false);
        assertThat(search.next()).contains(new Step(9, 282.8, false));
    }

    @Test
    void of_five_repeats_two_decide_nothing() {
        CapacitySearch search = CapacitySearch.start(new Settings(100, 1, 1_000, 0.05, 5, 40, 5));
        tell(search, false, false, true, true);
        assertThat(search.next()).contains(new Step(5, 100, false));
        tell(search, true);
        assertThat(search.next()).contains(new Step(6, 200, false));
    }

    @Test
    void a_lowest_rate_that_is_not_confirmed_is_not_tried_again() {
        CapacitySearch search = CapacitySearch.start(new Settings(100, 100, 1_000, 0.05, 1, 1, 5));
        tell(search, true, false);

        assertThat(search.outcome())
                .contains(new Outcome(Ending.NOT_CONFIRMED, Optional.empty(), Optional.of(100.0), 2));
    }

    @Test
    void a_failed_confirmation_steps_down_farther_each_time() {
        CapacitySearch search = CapacitySearch.start(ONCE);
        List<Told> told = run(search, step -> step.rate() <= (step.confirmation() ? 600 : 700));

        assertThat(told.stream()
                        .filter(each -> each.step().confirmation())
                        .map(each -> each.step().rate()))
                .containsExactly(672.7, 640.7, 582.5);
        assertThat(search.outcome())
                .contains(new Outcome(Ending.CONFIRMED, Optional.of(582.5), Optional.of(640.7), 11));
    }

    @Test
    void when_no_confirmation_succeeds_the_outcome_says_so_and_takes_refuted_rates_back() {
        CapacitySearch search = CapacitySearch.start(ONCE);
        run(search, step -> !step.confirmation() && step.rate() <= 700);

        Outcome outcome = search.outcome().orElseThrow();
        assertThat(outcome.ending()).isEqualTo(Ending.NOT_CONFIRMED);
        assertThat(outcome.runs()).isEqualTo(8 + 5);
        assertThat(outcome.highestMet()).contains(200.0);
        assertThat(outcome.lowestMissed().orElseThrow()).isBetween(200.0, 400.0);
    }

    @Test
    void a_server_that_meets_every_rate_has_at_least_the_highest() {
        CapacitySearch search = CapacitySearch.start(new Settings(100, 1, 1_000, 0.05, 1, 40, 5));
        List<Told> told = run(search, step -> true);

        assertThat(told.stream().map(each -> each.step().rate()))
                .containsExactly(100.0, 200.0, 400.0, 800.0, 1_000.0, 1_000.0);
        assertThat(search.outcome()).contains(new Outcome(Ending.CONFIRMED, Optional.of(1_000.0), Optional.empty(), 6));
    }

    @Test
    void a_server_that_meets_no_rate_is_left_at_the_lowest() {
        CapacitySearch search = CapacitySearch.start(new Settings(100, 30, 1_000, 0.05, 1, 40, 5));
        run(search, step -> false);

        assertThat(search.outcome()).contains(new Outcome(Ending.NO_RATE_MET, Optional.empty(), Optional.of(30.0), 3));
    }

    @Test
    void when_the_rates_are_used_up_the_best_one_is_confirmed_all_the_same() {
        CapacitySearch search = CapacitySearch.start(new Settings(100, 1, 100_000, 0.05, 1, 5, 5));
        run(search, step -> step.rate() <= 700);

        assertThat(search.outcome()).contains(new Outcome(Ending.CONFIRMED, Optional.of(565.7), Optional.of(800.0), 6));
        CapacitySearch hopeless = CapacitySearch.start(new Settings(100, 1, 100_000, 0.05, 1, 2, 5));
        run(hopeless, step -> false);
        assertThat(hopeless.outcome().orElseThrow().ending()).isEqualTo(Ending.NO_RATE_MET);
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
                .isThrownBy(() -> search.told(new Step(1, 99, false), true))
                .withMessage("The next step is Step[number=1, rate=100.0, confirmation=false], not "
                        + "Step[number=1, rate=99.0, confirmation=false]; was it made with other settings?");
        run(search, step -> true);
        assertThat(search.next()).isEmpty();
        assertThatIllegalArgumentException().isThrownBy(() -> search.told(new Step(1, 100, false), true));
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

    private static void tell(CapacitySearch search, boolean... outcomes) {
        for (boolean met : outcomes) {
            search.told(search.next().orElseThrow(), met);
        }
    }

    private static List<Told> run(CapacitySearch search, Predicate<Step> server) {
        List<Told> told = new ArrayList<>();
        while (search.next().isPresent()) {
            assertThat(told).hasSizeLessThan(1_000);
            assertThat(search.outcome()).isEmpty();
            Step step = search.next().orElseThrow();
            told.add(new Told(step, server.test(step)));
            search.told(step, told.get(told.size() - 1).met());
        }
        return told;
    }
}
