package io.github.swipestorm.client.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.IntToDoubleFunction;
import java.util.stream.DoubleStream;
import org.apache.commons.math3.random.RandomGenerator;
import org.apache.commons.math3.random.Well19937c;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class KneeTest {
    private static final Bootstrap BOOTSTRAP = new Bootstrap(0.95, 999, 1);

    /** The reference study's own sweep, one run each: 160 threads already do what 200 do, give or take 1 %. */
    @Test
    void the_reference_studys_sweep_has_its_knee_at_160_threads() {
        List<ThroughputPoint> sweep =
                List.of(point(100, 2807.77), point(160, 3134.19), point(200, 3155.13), point(500, 2903.30));

        assertThat(Knee.of(sweep, 0.95, BOOTSTRAP))
                .isEqualTo(new Knee(
                        160,
                        3134.19,
                        200,
                        3155.13,
                        Optional.empty(),
                        false,
                        List.of("There are too few repeated runs for an interval: 5 runs or more must be"
                                + " repeats of others; use more repeats.")));
    }

    @Test
    void the_knee_moves_with_the_share() {
        List<ThroughputPoint> sweep = List.of(point(1, 10), point(2, 19), point(4, 35), point(8, 40), point(16, 39));

        assertThat(Knee.of(sweep, 1, BOOTSTRAP).threads()).isEqualTo(8);
        assertThat(Knee.of(sweep, 0.9, BOOTSTRAP).threads()).isEqualTo(8);
        assertThat(Knee.of(sweep, 35.0 / 40, BOOTSTRAP).threads()).isEqualTo(4);
        assertThat(Knee.of(sweep, 0.01, BOOTSTRAP).threads()).isEqualTo(1);
    }

    @Test
    void the_order_of_points_does_not_matter_and_repeats_count_by_their_mean() {
        List<ThroughputPoint> sweep = new ArrayList<>(
                List.of(point(1, 10, 12, 8), point(2, 25, 5, 30), point(4, 21, 20, 22), point(8, 20, 20, 20.1)));
        Knee knee = Knee.of(sweep, 0.95, BOOTSTRAP);
        Collections.shuffle(sweep, new Random(2));

        assertThat(Knee.of(sweep, 0.95, BOOTSTRAP)).isEqualTo(knee);
        assertThat(knee.threads()).isEqualTo(2);
        assertThat(knee.throughput()).isEqualTo(20);
        assertThat(knee.bestThreads()).isEqualTo(4);
    }

    @Test
    void a_throughput_that_only_rises_has_its_knee_at_the_edge() {
        Knee knee = Knee.of(List.of(point(1, 10), point(2, 20), point(4, 40)), 0.95, BOOTSTRAP);

        assertThat(knee.threads()).isEqualTo(4);
        assertThat(knee.atEdge()).isTrue();
        assertThat(Knee.of(List.of(point(1, 10), point(2, 20), point(4, 20.5)), 0.95, BOOTSTRAP)
                        .atEdge())
                .isFalse();
    }

    @Test
    void repeats_without_scatter_leave_no_doubt() {
        List<ThroughputPoint> sweep = List.of(point(1, 10, 10, 10), point(2, 20, 20, 20), point(4, 20, 20, 20));

        Knee knee = Knee.of(sweep, 0.95, BOOTSTRAP);
        assertThat(knee.interval()).contains(new ConfidenceInterval(2, 2, 0.95));
        assertThat(knee.bestThreads()).isEqualTo(2);
    }

    @Test
    void four_repeated_runs_are_too_few_for_an_interval() {
        assertThat(Knee.of(List.of(point(1, 10, 11, 10), point(2, 20, 21, 20)), 0.95, BOOTSTRAP)
                        .interval())
                .isEmpty();
        assertThat(Knee.of(List.of(point(1, 10, 11, 10), point(2, 20, 21, 20, 20)), 0.95, BOOTSTRAP)
                        .interval())
                .isPresent();
    }

    /** Servers that saturate sharply, gently, and that fall again; the true knee follows from the curve itself. */
    @ParameterizedTest
    @CsvSource({"0, 0, 50, 3", "0, 0, 50, 2", "0.02, 0.0001, 500, 3", "0.01, 0.00002, 500, 3"})
    void the_interval_holds_the_true_knee(double sigma, double kappa, int atMost, int repeats) {
        int[] threads = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512};
        IntToDoubleFunction truth =
                n -> Math.min(100.0 * atMost, 100 * n / (1 + sigma * (n - 1) + kappa * n * (n - 1)));
        int knee = Knee.of(
                        Arrays.stream(threads)
                                .mapToObj(n -> point(n, truth.applyAsDouble(n)))
                                .toList(),
                        0.95,
                        BOOTSTRAP)
                .threads();
        RandomGenerator random = new Well19937c(knee);
        int held = 0;
        for (int i = 0; i < 200; i++) {
            List<ThroughputPoint> sweep = new ArrayList<>();
            for (int n : threads) {
                sweep.add(new ThroughputPoint(
                        n,
                        DoubleStream.generate(() -> truth.applyAsDouble(n) * Math.exp(0.07 * random.nextGaussian()))
                                .limit(repeats)
                                .boxed()
                                .toList()));
            }
            ConfidenceInterval interval =
                    Knee.of(sweep, 0.95, new Bootstrap(0.95, 199, i)).interval().orElseThrow();
            held += interval.contains(knee) ? 1 : 0;
            assertThat(threads).contains((int) interval.low(), (int) interval.high());
        }

        assertThat(held).isGreaterThanOrEqualTo(188);
    }

    @Test
    void a_knee_in_doubt_has_a_wide_interval() {
        List<ThroughputPoint> sweep = List.of(
                point(1, 10, 10.2, 9.8), point(2, 18.9, 19.4, 18.4), point(4, 20, 20.5, 19.5), point(8, 20, 21, 19));

        ConfidenceInterval interval = Knee.of(sweep, 0.95, BOOTSTRAP).interval().orElseThrow();
        assertThat(interval.low()).isEqualTo(2);
        assertThat(interval.high()).isGreaterThanOrEqualTo(4);
    }

    @Test
    void nonsense_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Knee.of(List.of(), 0.95, BOOTSTRAP))
                .withMessage("There are no points");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Knee.of(List.of(point(50, 1), point(50, 2)), 0.95, BOOTSTRAP))
                .withMessage("The runs of 50 threads must all be in one point");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Knee.of(List.of(point(50, 1)), 95, BOOTSTRAP))
                .withMessage("A share of the best throughput is above 0 and at most 1, not 95.0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> point(50, -1))
                .withMessage("A throughput is a number of 0 or more, but 50 threads have -1.0");
        assertThatIllegalArgumentException().isThrownBy(() -> point(50)).withMessage("There is no run of 50 threads");
        assertThatIllegalArgumentException().isThrownBy(() -> point(0, 1));
    }

    @Test
    void a_server_that_answers_nothing_has_no_noise_to_speak_of() {
        List<ThroughputPoint> dead = List.of(point(1, 0, 0, 0, 0), point(2, 0, 0, 0, 0));

        assertThat(Knee.of(dead, 0.95, BOOTSTRAP).threads()).isEqualTo(1);
    }

    /** Measured on a machine that other programs kept busy. */
    @Test
    void scattered_repeats_allow_no_conclusion() {
        List<ThroughputPoint> sweep = List.of(
                point(1, 2_000, 5_000, 8_800), point(2, 8_100, 14_000, 20_300), point(4, 8_000, 14_500, 21_100));

        Knee knee = Knee.of(sweep, 0.95, BOOTSTRAP);
        assertThat(knee.concluded()).isFalse();
        assertThat(knee.refusals()).first().asString().contains("scatter by 5", "is too much");
    }

    @Test
    void an_interval_that_leaves_nothing_out_allows_no_conclusion() {
        Knee knee = Knee.of(
                List.of(point(1, 95, 105, 85, 115), point(2, 96, 104, 88, 112), point(4, 100, 90, 110, 101)),
                0.95,
                BOOTSTRAP);

        assertThat(knee.refusals())
                .containsExactly("The interval of the knee leaves out none of the numbers of threads, 1 to 4: use more"
                        + " repeats.");
    }

    @Test
    void steady_repeats_allow_a_conclusion() {
        assertThat(Knee.of(
                                List.of(point(1, 10, 10.1, 9.9), point(2, 20, 20.1, 20), point(4, 20, 20.1, 20)),
                                0.95,
                                BOOTSTRAP)
                        .concluded())
                .isTrue();
    }

    private static ThroughputPoint point(int threads, double... repeats) {
        return new ThroughputPoint(threads, DoubleStream.of(repeats).boxed().toList());
    }
}
