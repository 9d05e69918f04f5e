package io.github.swipestorm.client.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Scale;
import org.apache.commons.math3.random.RandomGenerator;
import org.apache.commons.math3.random.Well19937c;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;
import org.junit.jupiter.api.Test;

class LittlesLawTest {
    /** 10,000 requests took one thread 293.061 s, so 200 threads should do 6,824 a second: the reference study's own figures. */
    @Test
    void the_reference_studys_prediction_comes_out() {
        assertThat(LittlesLaw.throughput(200, 293.061 / 10_000)).isCloseTo(6824.5, within(0.5));
    }

    @Property
    void throughput_and_concurrency_undo_each_other(
            @ForAll @IntRange(min = 1, max = 100_000) int workers,
            @ForAll @DoubleRange(min = 1e-6, max = 3600) @Scale(6) double mean) {
        double throughput = LittlesLaw.throughput(workers, mean);

        assertThat(LittlesLaw.concurrency(throughput, mean)).isCloseTo(workers, within(1e-9 * workers));
        assertThat(LittlesLaw.deviation(workers, throughput, mean)).isLessThan(1e-12);
    }

    @Test
    void deviation_is_the_share_of_the_workers_that_is_missing_or_too_many() {
        assertThat(LittlesLaw.deviation(200, 3155, 0.06)).isCloseTo((200 - 189.3) / 200, within(1e-12));
        assertThat(LittlesLaw.deviation(100, 1100, 0.1)).isCloseTo(0.1, within(1e-12));
        assertThat(LittlesLaw.deviation(100, 0, 0)).isEqualTo(1);
    }

    /** Each worker pauses before its first request, repeats some requests, and rests for a while between two. */
    @Test
    void with_edges_and_retries_taken_into_account_only_the_rests_are_missing() {
        RandomGenerator random = new Well19937c(7);
        int workers = 20;
        long[] begins = new long[workers];
        long[] ends = new long[workers];
        long inRequests = 0;
        long resting = 0;
        int requests = 0;
        for (int worker = 0; worker < workers; worker++) {
            long now = begins[worker] = 1_000_000L * worker;
            for (int i = 0; i < 50; i++) {
                long rest = i == 0 ? 0 : 1_000;
                int attempts = random.nextInt(5) == 0 ? 3 : 1;
                long took = attempts * (10_000L + random.nextInt(20_000));
                now += rest + took;
                resting += rest;
                inRequests += took;
                requests++;
            }
            ends[worker] = now;
        }
        double wall = (Arrays.stream(ends).max().orElseThrow() - begins[0]) / 1e6;
        double meanWorkers = (Arrays.stream(ends).sum() - Arrays.stream(begins).sum()) / 1e6 / wall;
        double mean = inRequests / 1e6 / requests;

        assertThat(meanWorkers).isLessThan(workers);
        assertThat(LittlesLaw.deviation(meanWorkers, requests / wall, mean))
                .isCloseTo((double) resting / (resting + inRequests), within(1e-12));
        assertThat(LittlesLaw.concurrency(requests / wall, mean)).isCloseTo(inRequests / 1e6 / wall, within(1e-9));
    }

    /** n = 10,000, m = 29.3 ms, s = 40 ms: the error of the mean is 0.4 ms, 1.365 % of it; t is 1.9602. */
    @Test
    void a_predictions_bounds_are_the_error_of_the_mean_to_both_sides() {
        LittlesLaw.Prediction prediction = LittlesLaw.predict(200, 10_000, 0.0293, 0.040);

        assertThat(prediction.throughput()).isCloseTo(6825.94, within(0.01));
        double margin = 1.9602 * 6825.94 * 0.0004 / 0.0293;
        assertThat(prediction.bounds().low()).isCloseTo(6825.94 - margin, within(0.05));
        assertThat(prediction.bounds().high()).isCloseTo(6825.94 + margin, within(0.05));
        assertThat(prediction.bounds().level()).isEqualTo(0.95);
        assertThat(prediction.ratio(3155)).isCloseTo(0.4622, within(0.0001));
    }

    /** Exponential times of mean 20 ms, 200 each, so 10 workers do 500 a second: 2,000 samples, 95 % of them say so. */
    @Test
    void a_predictions_bounds_contain_the_truth_as_often_as_they_claim() {
        RandomGenerator random = new Well19937c(11);
        int contained = 0;
        for (int sample = 0; sample < 2_000; sample++) {
            SummaryStatistics times = new SummaryStatistics();
            for (int i = 0; i < 200; i++) {
                times.addValue(-0.020 * Math.log(1 - random.nextDouble()));
            }
            ConfidenceInterval bounds = LittlesLaw.predict(
                            10, times.getN(), times.getMean(), times.getStandardDeviation())
                    .bounds();
            contained += bounds.contains(500) ? 1 : 0;
        }

        assertThat(contained / 2_000.0).isBetween(0.93, 0.97);
    }

    @Test
    void bounds_do_not_go_below_zero_and_vanish_without_scatter() {
        assertThat(LittlesLaw.predict(1, 2, 1, 5).bounds().low()).isZero();
        assertThat(LittlesLaw.predict(4, 100, 0.5, 0).bounds()).isEqualTo(new ConfidenceInterval(8, 8, 0.95));
    }

    @Test
    void what_cannot_be_is_refused_by_name() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LittlesLaw.throughput(1, 0))
                .withMessage("A mean time is a number above 0, not 0.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LittlesLaw.concurrency(Double.NaN, 1))
                .withMessage("A throughput is a number of 0 or more, not NaN");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LittlesLaw.deviation(0, 1, 1))
                .withMessage("A number of workers is a number above 0, not 0.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LittlesLaw.predict(0, 10, 1, 1))
                .withMessage("A prediction is for 1 worker or more, not for 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> LittlesLaw.predict(1, 1, 1, 1))
                .withMessage("A prediction with bounds needs 2 requests or more, not 1");
    }
}
