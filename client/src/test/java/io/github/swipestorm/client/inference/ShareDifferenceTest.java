package io.github.swipestorm.client.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.swipestorm.client.inference.ShareDifference.FailedShare;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Shares of failed attempts, where there are none and where they come in bursts. */
class ShareDifferenceTest {

    private static double[] constant(double value) {
        double[] values = new double[20];
        Arrays.fill(values, value);
        return values;
    }

    /** Wilson's upper bound of 0 of 2,000 is 1.96^2 / (2,000 + 1.96^2). */
    @Test
    void two_runs_without_failures_are_not_known_to_be_without() {
        FailedShare none = FailedShare.ofRun(constant(0), constant(100), 1, ConfidenceInterval.USUAL_LEVEL);

        ConfidenceInterval interval = ShareDifference.of(none, none);

        assertThat(interval.high()).isCloseTo(0.001917, within(1e-6));
        assertThat(interval.low()).isCloseTo(-0.001917, within(1e-6));
    }

    @Test
    void a_burst_of_failures_says_less_than_as_many_spread_evenly() {
        double[] burst = constant(0);
        burst[7] = 40;
        FailedShare none = FailedShare.ofRun(constant(0), constant(100), 1, ConfidenceInterval.USUAL_LEVEL);

        ConfidenceInterval even = ShareDifference.of(
                none, FailedShare.ofRun(constant(2), constant(100), 2, ConfidenceInterval.USUAL_LEVEL));
        ConfidenceInterval inOneSecond =
                ShareDifference.of(none, FailedShare.ofRun(burst, constant(100), 2, ConfidenceInterval.USUAL_LEVEL));

        assertThat(even.low()).isGreaterThan(0.01);
        assertThat(inOneSecond.low()).isLessThan(0.005);
        assertThat(inOneSecond.high()).isGreaterThan(even.high());
    }

    /** Variance of the ratio: each run is 1 % off its share of 2 % or 4 %, by 10 runs. */
    @Test
    void runs_that_differ_in_their_share_widen_the_interval() {
        double[] uneven = new double[10];
        Arrays.setAll(uneven, i -> i % 2 == 0 ? 20 : 40);
        double[] attempts = new double[10];
        Arrays.fill(attempts, 1_000);

        FailedShare share = FailedShare.ofRuns(uneven, attempts, 0.95);

        assertThat(share.share()).isCloseTo(0.03, within(1e-12));
        assertThat(share.designEffect()).isCloseTo(1e-4 / 9 / (0.03 * 0.97 / 10_000), within(1e-6));
    }

    @Test
    void there_is_no_share_of_nothing() {
        assertThatIllegalArgumentException().isThrownBy(() -> FailedShare.ofRuns(new double[5], new double[5], 0.95));
    }

    /** 60 s with bursts of 2 s on average, a tenth of the time: docs/numbers.md says how often the interval misses. */
    @Test
    void two_runs_of_one_server_that_fails_in_bursts_seldom_differ() {
        Random random = new Random(7);
        int pairs = 200;
        int misses = 0;
        for (int pair = 0; pair < pairs; pair++) {
            ConfidenceInterval interval = ShareDifference.of(bursts(random, 2L * pair), bursts(random, 2L * pair + 1));
            misses += interval.low() > 0 || interval.high() < 0 ? 1 : 0;
        }

        assertThat(misses / (double) pairs).isLessThanOrEqualTo(0.1);
    }

    private static FailedShare bursts(Random random, long seed) {
        double[] failed = new double[60];
        boolean failing = random.nextDouble() < 0.1;
        for (int second = 0; second < failed.length; second++) {
            failing = random.nextDouble() < (failing ? 0.5 : 0.5 / 9);
            failed[second] = failing ? 50 + 7 * random.nextGaussian() : 0;
        }
        double[] attempts = new double[60];
        Arrays.fill(attempts, 500);
        return FailedShare.ofRun(failed, attempts, seed, ConfidenceInterval.USUAL_LEVEL);
    }
}
