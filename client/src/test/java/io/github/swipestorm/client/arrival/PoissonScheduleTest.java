package io.github.swipestorm.client.arrival;

import static java.time.Duration.ofMillis;
import static java.time.Duration.ofSeconds;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.apache.commons.math3.distribution.ExponentialDistribution;
import org.apache.commons.math3.distribution.RealDistribution;
import org.apache.commons.math3.distribution.UniformRealDistribution;
import org.apache.commons.math3.stat.StatUtils;
import org.apache.commons.math3.stat.inference.KolmogorovSmirnovTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The seeds are fixed, so a test of chance that passes once passes always. */
class PoissonScheduleTest extends ArrivalScheduleContract {

    private static final long SECOND = 1_000_000_000L;

    /** A true hypothesis is refused for one seed in a hundred; none of the seeds here is that one. */
    private static final double SIGNIFICANCE = 0.01;

    @Override
    List<OpenLoop> plans() {
        return List.of(
                plan(ArrivalProcess.POISSON, "1000"),
                plan(ArrivalProcess.POISSON, "0.7"),
                plan(ArrivalProcess.POISSON, "10000000"),
                plan(ArrivalProcess.POISSON, "0", stage(ofSeconds(100), "1000")),
                plan(ArrivalProcess.POISSON, "5000", stage(ofSeconds(7), "0")),
                plan(
                        ArrivalProcess.POISSON,
                        "0",
                        stage(ofSeconds(1), "0"),
                        stage(ofMillis(1), "999"),
                        stage(ofSeconds(3), "0"),
                        stage(ofSeconds(3), "0"),
                        stage(ofMillis(100), "10000000"),
                        stage(ofMillis(1), "3")));
    }

    /** Anyone who has the seed of an old run must be able to make its instants again, in any language. */
    @Test
    void a_seed_gives_these_instants_for_good() {
        ArrivalSchedule schedule = plan(ArrivalProcess.POISSON, "1000").schedule(1);

        assertThat(LongStream.of(0, 1, 2, 1_023, 1_024, 100_000).map(schedule::due))
                .containsExactly(542_345L, 707_084L, 2_784_943L, 1_023_262_929L, 1_026_167_099L, 100_246_189_633L);
    }

    @Test
    void the_same_seed_gives_the_same_instants_and_another_seed_gives_others() {
        OpenLoop plan = plan(ArrivalProcess.POISSON, "1000");

        assertThat(first(plan, 1, 10_000)).isEqualTo(first(plan, 1, 10_000));
        for (long other : new long[] {0, 2, -1, ~1, Long.MIN_VALUE}) {
            assertThat(StatUtils.mean(sameGaps(first(plan, 1, 10_000), first(plan, other, 10_000))))
                    .as("gaps that seeds 1 and %d share", other)
                    .isLessThan(0.001);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, -4})
    void gaps_are_exponential(long seed) {
        double[] gaps = gaps(asSeconds(first(plan(ArrivalProcess.POISSON, "100"), seed, 50_000)));

        assertFits(new ExponentialDistribution(null, 0.01), gaps);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, -4})
    void a_gap_says_nothing_about_the_next_one(long seed) {
        double[] gaps = gaps(asSeconds(first(plan(ArrivalProcess.POISSON, "100"), seed, 50_000)));

        double product = 0;
        for (int i = 1; i < gaps.length; i++) {
            product += (gaps[i] - 0.01) * (gaps[i - 1] - 0.01);
        }
        // The correlation of independent gaps has the standard deviation 1 / sqrt(50,000) = 0.0045.
        assertThat(product / gaps.length / (0.01 * 0.01)).isCloseTo(0, within(0.0135));
    }

    /** 1,000,000 are due on average, with a standard deviation of 1,000. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, -4})
    void a_long_run_keeps_the_rate(long seed) {
        assertThat(plan(ArrivalProcess.POISSON, "1000").schedule(seed).countBefore(1_000 * SECOND))
                .isCloseTo(1_000_000, within(3_000L));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, -4})
    void counts_in_windows_vary_as_much_as_their_mean(long seed) {
        ArrivalSchedule schedule = plan(ArrivalProcess.POISSON, "50").schedule(seed);
        double[] counts = LongStream.range(0, 5_000)
                .mapToDouble(
                        second -> schedule.countBefore((second + 1) * SECOND) - schedule.countBefore(second * SECOND))
                .toArray();

        assertThat(StatUtils.mean(counts)).isCloseTo(50, within(0.3));
        // The ratio has the standard deviation sqrt(2 / 5,000) = 0.02.
        assertThat(StatUtils.variance(counts) / StatUtils.mean(counts)).isCloseTo(1, within(0.06));
    }

    /** Under the line from 0 to 1,000 a second in 100 s, t seconds hold 5 t * t requests. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, -4})
    void on_a_ramp_up_the_areas_between_requests_are_exponential(long seed) {
        double[] due = untilTheEnd(plan(ArrivalProcess.POISSON, "0", stage(ofSeconds(100), "1000")), seed);
        double[] areas = Arrays.stream(due).map(t -> 5 * t * t).toArray();

        assertThat((double) areas.length).isCloseTo(50_000, within(700.0));
        assertFits(new ExponentialDistribution(null, 1), gaps(areas));
        assertFits(new UniformRealDistribution(0, 50_000), areas);
    }

    /** Under the line from 1,000 to 200 a second in 100 s, t seconds hold 1,000 t - 4 t * t requests. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, -4})
    void on_a_ramp_down_the_areas_between_requests_are_exponential(long seed) {
        double[] due = untilTheEnd(plan(ArrivalProcess.POISSON, "1000", stage(ofSeconds(100), "200")), seed);
        double[] areas = Arrays.stream(due).map(t -> 1_000 * t - 4 * t * t).toArray();

        assertThat((double) areas.length).isCloseTo(60_000, within(750.0));
        assertFits(new ExponentialDistribution(null, 1), gaps(areas));
        assertFits(new UniformRealDistribution(0, 60_000), areas);
    }

    @Test
    void a_stage_at_rate_zero_holds_no_request() {
        OpenLoop plan = plan(
                ArrivalProcess.POISSON,
                "1000",
                stage(ofSeconds(5), "1000"),
                stage(ofMillis(1), "0"),
                stage(ofSeconds(10), "0"),
                stage(ofMillis(1), "1000"),
                stage(ofSeconds(5), "1000"));
        ArrivalSchedule schedule = plan.schedule(1);

        assertThat(schedule.countBefore(15_001_000_000L)).isEqualTo(schedule.countBefore(5_001_000_000L));
        assertThat(schedule.countBefore(20_002_000_000L)).isGreaterThan(schedule.countBefore(15_001_000_000L));
    }

    private static void assertFits(RealDistribution distribution, double[] sample) {
        assertThat(new KolmogorovSmirnovTest().kolmogorovSmirnovTest(distribution, sample))
                .isGreaterThan(SIGNIFICANCE);
    }

    private static long[] first(OpenLoop plan, long seed, int requests) {
        return LongStream.range(0, requests).map(plan.schedule(seed)::due).toArray();
    }

    private static double[] untilTheEnd(OpenLoop plan, long seed) {
        ArrivalSchedule schedule = plan.schedule(seed);
        return asSeconds(LongStream.range(0, schedule.countBefore(ArrivalSchedule.NEVER))
                .map(schedule::due)
                .toArray());
    }

    private static double[] asSeconds(long[] nanos) {
        return Arrays.stream(nanos).mapToDouble(instant -> instant / 1e9).toArray();
    }

    private static double[] gaps(double[] instants) {
        double[] gaps = new double[instants.length];
        for (int i = 0; i < gaps.length; i++) {
            gaps[i] = instants[i] - (i == 0 ? 0 : instants[i - 1]);
        }
        return gaps;
    }

    /** 1 for each gap that is the same in both, 0 for each other one. */
    private static double[] sameGaps(long[] some, long[] others) {
        double[] same = new double[some.length - 1];
        for (int i = 0; i < same.length; i++) {
            same[i] = some[i + 1] - some[i] == others[i + 1] - others[i] ? 1 : 0;
        }
        return same;
    }
}
