package io.github.swipestorm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.Schedule;
import io.github.swipestorm.client.experiment.Variant;
import io.github.swipestorm.client.objective.Objectives;
import io.github.swipestorm.client.testing.Plans;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an experiment says before it starts that it cannot conclude: at each threshold and right beside it. */
class ConclusionCheckTest {

    private static final String NO_KNEE = "this cannot say where the knee is";
    private static final String NO_LAW = "this cannot say whether a law of scaling holds";

    private static Design design(String kind, int rounds, int... threads) {
        List<Variant> settings = IntStream.of(threads)
                .mapToObj(count -> new Variant(
                        "threads=" + count,
                        "nowhere",
                        Plans.plan(Plans.NOWHERE)
                                .threads(count)
                                .duration(Duration.ofSeconds(10))
                                .build()))
                .toList();
        return Design.of(
                kind,
                settings,
                Schedule.mirrored(settings, rounds),
                Duration.ofSeconds(1),
                Duration.ofSeconds(5),
                Objectives.NONE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "compare-models  | 4 | 4 rounds are too few, it takes 5; use --rounds 6",
                "compare-servers | 1 | 1 round is too few, it takes 5; use --rounds 6",
                "little          | 2 | 2 runs of each setting are too few, it takes 3; use --repeats 3",
                "repeat          | 2 | 2 runs of each setting are too few, it takes 3; use --repeat 3",
                "matrix          | 1 | 1 run of each setting is too few, it takes 3; use --repeats 3"
            })
    void too_few_rounds_are_named_with_what_it_would_take(String kind, int rounds, String expected) {
        assertThat(ConclusionCheck.notes(design(kind, rounds, 1, 2)))
                .singleElement()
                .asString()
                .contains(expected);
    }

    @ParameterizedTest
    @CsvSource({"compare-models, 5", "compare-transports, 6", "little, 3", "repeat, 3", "matrix, 3"})
    void rounds_that_suffice_are_not_remarked_upon(String kind, int rounds) {
        assertThat(ConclusionCheck.notes(design(kind, rounds, 1, 2))).isEmpty();
    }

    @Test
    void a_sweep_with_just_enough_thread_counts_runs_and_span_can_conclude() {
        assertThat(ConclusionCheck.notes(design("sweep", 2, 1, 2, 3, 4, 6, 8))).isEmpty();
    }

    @Test
    void a_sweep_with_one_thread_count_fewer_cannot_tell_a_law_but_the_knee() {
        assertThat(ConclusionCheck.notes(design("sweep", 2, 1, 2, 4, 6, 8)))
                .singleElement()
                .asString()
                .contains(NO_LAW, "it takes 6 thread counts", "this has 5 from 1 to 8; use --threads 1..32x2");
    }

    @Test
    void a_sweep_over_too_narrow_a_span_cannot_tell_a_law() {
        assertThat(ConclusionCheck.notes(design("sweep", 2, 1, 2, 3, 4, 6, 7)))
                .singleElement()
                .asString()
                .contains(NO_LAW, "this has 6 from 1 to 7");
    }

    @Test
    void a_sweep_with_too_few_repeated_runs_cannot_tell_the_knee() {
        assertThat(ConclusionCheck.notes(design("sweep", 2, 1, 2, 4, 8)))
                .hasSize(2)
                .first()
                .asString()
                .contains(NO_KNEE, "it takes 5 runs that repeat others, and this has 4; use --repeats 3");
        assertThat(ConclusionCheck.notes(design("sweep", 1, 1, 2, 3, 4, 6, 8)))
                .singleElement()
                .asString()
                .contains(NO_KNEE, "this has 0; use --repeats 2");
    }

    @Test
    void the_time_named_is_the_one_that_the_experiment_itself_would_name() {
        Duration needed = design("little", 3, 1, 2).expected(List.of()).orElseThrow();

        assertThat(ConclusionCheck.notes(design("little", 2, 1, 2)))
                .singleElement()
                .asString()
                .endsWith("which takes about " + ConclusionCheck.text(needed));
    }

    @ParameterizedTest
    @CsvSource({"59499, 59 s", "59500, 1 min 0 s", "3599000, 59 min 59 s", "3600000, 1 h 0 min", "7260000, 2 h 1 min"})
    void times_are_written_in_the_unit_that_fits(long millis, String expected) {
        assertThat(ConclusionCheck.text(Duration.ofMillis(millis))).isEqualTo(expected);
    }
}
