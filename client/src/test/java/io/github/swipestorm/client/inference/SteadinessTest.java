package io.github.swipestorm.client.inference;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.inference.SimulatedSeries.Shape;
import io.github.swipestorm.client.inference.Steadiness.Finding;
import io.github.swipestorm.client.measure.TimelineSecond;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Series whose true shape is known; {@link SteadinessStudy} makes the same tables from more of them. */
class SteadinessTest {

    private static final int RUNS = 60;

    /** The run for which the old report claimed "4,504 req/s are what this machine carries". */
    @Test
    void a_run_whose_seconds_rose_14_fold_is_still_warming_up_and_has_no_steady_part() {
        Steadiness steadiness = Steadiness.of(SimulatedSeries.seconds(853, 1294, 1845, 2214, 2990, 4356, 10474, 12012));

        assertThat(steadiness.throughput().finding()).isEqualTo(Finding.WARMING_UP);
        assertThat(steadiness.latency().finding()).isEqualTo(Finding.WARMING_UP);
        assertThat(steadiness.part()).isEmpty();
        assertThat(steadiness.description())
                .isEqualTo("still getting better at the end: 1,074 req/s in the first third of 8 whole seconds, "
                        + "2,851 req/s in the second and 11,243 req/s in the last");
    }

    /** The main job: "Average, 200 threads" of docs/reference-study.md, second by second. */
    @Test
    void the_main_job_against_a_cold_server_is_still_warming_up() {
        Steadiness steadiness = Steadiness.of(SimulatedSeries.seconds(
                1542, 3390, 4709, 5809, 7116, 7481, 14737, 14558, 16524, 20389, 19508, 23772, 22738, 22110, 21405,
                23523, 24867, 25330, 27269, 28301, 26794, 23204, 26221, 29821, 32490));

        assertThat(steadiness.finding()).isEqualTo(Finding.WARMING_UP);
    }

    @ParameterizedTest(name = "{0} s, correlation {1}")
    @CsvSource({"10, 0.5", "20, 0", "20, 0.5", "60, 0.3", "60, 0.5"})
    void at_most_7_in_100_steady_runs_are_called_unsteady(int seconds, double correlation) {
        Map<Finding, Double> findings =
                SteadinessStudy.findings(Shape.STEADY, seconds, correlation, 0.05, RUNS, 20_261_121);

        assertThat(share(findings, Finding.STEADY, Finding.TOO_SHORT))
                .as("%s", findings)
                .isGreaterThanOrEqualTo(93);
    }

    @ParameterizedTest(name = "{0}, {1} s")
    @CsvSource({
        "WARMING_UP, 60, WARMED_UP, 90",
        "RISING, 60, WARMING_UP, 90",
        "DRIFTING, 60, DRIFTING, 90",
        "DIP, 60, DIP, 95",
        "TWO_LEVELS, 60, TWO_LEVELS, 95",
    })
    void what_a_run_did_is_found(Shape shape, int seconds, Finding expected, double atLeast) {
        Map<Finding, Double> findings = SteadinessStudy.findings(shape, seconds, 0.3, 0.05, RUNS, 42);

        // A drift looks much like two levels when it is not long enough.
        double share =
                share(findings, expected) + (expected == Finding.DRIFTING ? share(findings, Finding.TWO_LEVELS) : 0);
        assertThat(share).as("%s", findings).isGreaterThanOrEqualTo(atLeast);
    }

    private static double share(Map<Finding, Double> findings, Finding... counted) {
        return Arrays.stream(counted)
                .mapToDouble(finding -> findings.getOrDefault(finding, 0.0))
                .sum();
    }

    @ParameterizedTest(name = "{0} s, correlation {1}")
    @CsvSource({"10, 0", "20, 0.3", "60, 0.5"})
    void nine_in_ten_intervals_of_steady_runs_hold_the_level(int seconds, double correlation) {
        assertThat(SteadinessStudy.coverage(seconds, correlation, 1_000, 7)[0]).isBetween(0.9, 0.995);
    }

    @Test
    void the_steady_part_after_a_warm_up_begins_where_the_level_is_reached() {
        double[] throughputs = new double[40];
        Arrays.setAll(throughputs, i -> (i < 8 ? 1_000 * (i + 1) : 10_000) + 50 * (i * 7 % 5 - 2));
        Steadiness steadiness = Steadiness.of(SimulatedSeries.seconds(throughputs));

        assertThat(steadiness.throughput().finding()).isEqualTo(Finding.WARMED_UP);
        assertThat(steadiness.part().orElseThrow().fromSecond()).isBetween(8L, 9L);
        assertThat(steadiness.part().orElseThrow().toSecond()).isEqualTo(40);
        assertThat(steadiness.part().orElseThrow().throughput().value()).isBetween(9_990.0, 10_010.0);
        assertThat(steadiness.preciseTo(0.02)).isTrue();
        assertThat(steadiness.preciseTo(0.000_001)).isFalse();
    }

    @Test
    void nine_seconds_are_too_short_to_say_and_none_is_not_an_error() {
        double[] nine = new double[9];
        Arrays.fill(nine, 1_000);

        assertThat(Steadiness.of(SimulatedSeries.seconds(nine)).description())
                .isEqualTo("9 whole seconds; it takes 10, as with duration 12s");
        assertThat(Steadiness.of(SimulatedSeries.seconds(nine)).finding()).isEqualTo(Finding.TOO_SHORT);
        assertThat(Steadiness.of(List.of()).finding()).isEqualTo(Finding.TOO_SHORT);
    }

    @Test
    void a_level_without_any_scatter_is_steady() {
        double[] same = new double[30];
        Arrays.fill(same, 1_000);

        Steadiness steadiness = Steadiness.of(SimulatedSeries.seconds(same));

        assertThat(steadiness.finding()).isEqualTo(Finding.STEADY);
        assertThat(steadiness.part().orElseThrow().precision()).isZero();
    }

    /** Seen on a machine with ten times as many busy processes as cores: -1,727 to 7,101 req/s. */
    @Test
    void seconds_that_differ_so_much_that_nothing_bounds_their_mean_are_no_steady_part() {
        double[] seen = {
            4264, 871, 547, 2118, 966, 5017, 2429, 2616, 2082, 9394, 10239, 2237, 10459, 8464, 5688, 3069, 2980, 1681,
            144, 176, 209, 96, 156, 48, 72, 113, 192, 410, 186, 120, 160, 170, 254, 106, 144, 185, 72, 120, 183, 251,
            408, 128, 200, 929, 2216, 2301, 730, 1813, 698, 226, 2278, 7704, 9451, 4259, 4849, 12851, 7165, 8296, 9280,
            6725
        };

        Steadiness steadiness = Steadiness.of(SimulatedSeries.seconds(seen));

        assertThat(steadiness.finding()).isEqualTo(Finding.TOO_SHORT);
        assertThat(steadiness.description()).contains("interval of their mean includes 0");
        assertThat(steadiness.part()).isEmpty();
        assertThat(Steadiness.of(SimulatedSeries.seconds(new double[20])).part())
                .as("of a run in which nothing was ok, that is known")
                .isPresent();
    }

    @Test
    void a_change_of_less_than_5_percent_is_none() {
        double[] small = new double[30];
        Arrays.setAll(small, i -> i < 15 ? 1_000 : 960);
        double[] large = new double[30];
        Arrays.setAll(large, i -> i < 15 ? 1_000 : 940);

        assertThat(Steadiness.of(SimulatedSeries.seconds(small)).finding()).isEqualTo(Finding.STEADY);
        assertThat(Steadiness.of(SimulatedSeries.seconds(large)).finding()).isEqualTo(Finding.TWO_LEVELS);
    }

    @ParameterizedTest(name = "{0} s, correlation {1}")
    @CsvSource({"10, 0", "20, 0.5", "60, 0.3"})
    void a_constant_mean_response_size_rarely_counts_as_changed_and_growth_is_reported(
            int seconds, double correlation) {
        assertThat(SteadinessStudy.answerSizes(seconds, correlation, 0.1, 0, RUNS, 6))
                .isLessThanOrEqualTo(0.05);
        assertThat(SteadinessStudy.answerSizes(seconds, correlation, 0.1, 3, RUNS, 6))
                .isGreaterThanOrEqualTo(0.95);
    }

    /** Each POST adds 104 bytes to every later answer: 1,000 requests a second, half of them POSTs. */
    @Test
    void answers_to_which_each_request_adds_are_named_with_their_sizes() {
        double[] sizes = new double[30];
        Arrays.setAll(sizes, i -> 104 * 500 * (i + 0.5));
        double[] constant = new double[30];
        Arrays.fill(constant, 26_000);

        assertThat(Steadiness.of(SimulatedSeries.sizes(sizes))
                        .responseSizeChange()
                        .orElseThrow()
                        .description())
                .isEqualTo("answers grew: 260,000 bytes on average in the first third of 30 whole seconds, "
                        + "1,300,000 in the last");
        assertThat(Steadiness.of(SimulatedSeries.sizes(constant)).responseSizeChange())
                .isEmpty();
        assertThat(Steadiness.of(SimulatedSeries.seconds(constant)).responseSizeChange())
                .as("sizes that are not known")
                .isEmpty();
    }

    @Test
    void where_throughput_follows_a_schedule_latency_decides() {
        List<TimelineSecond> seconds = SimulatedSeries.seconds(new double[20]);
        for (int i = 0; i < seconds.size(); i++) {
            seconds.set(i, SimulatedSeries.second(i, 100 + 10 * i, 5_000 + i % 2));
        }

        Steadiness steadiness = Steadiness.scheduled(seconds);

        assertThat(steadiness.throughput().finding()).isEqualTo(Finding.SCHEDULED);
        assertThat(steadiness.finding()).isEqualTo(Finding.STEADY);
    }
}
