package io.github.swipestorm.client.inference;

import static io.github.swipestorm.client.inference.ScalabilityLaw.AMDAHL;
import static io.github.swipestorm.client.inference.ScalabilityLaw.UNIVERSAL;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.List;
import java.util.stream.DoubleStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Scale;
import org.apache.commons.math3.random.RandomGenerator;
import org.apache.commons.math3.random.Well19937c;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class ScalabilityFitTest {
    private static final Bootstrap BOOTSTRAP = new Bootstrap(0.95, 199, 1);
    private static final int[] DOUBLING = {1, 2, 4, 8, 16, 32, 64, 128, 256, 512};

    @Property(tries = 200)
    void an_exact_curve_is_found_again(
            @ForAll @DoubleRange(min = 0.1, max = 100_000) double lambda,
            @ForAll @DoubleRange(min = 0.001, max = 0.5) @Scale(6) double sigma,
            @ForAll @DoubleRange(min = 0.000_001, max = 0.01) @Scale(8) double kappa) {
        ScalabilityCurve truth = new ScalabilityCurve(lambda, sigma, kappa);
        ScalabilityCurve found = new LeastSquares(UNIVERSAL, doubles(DOUBLING))
                .fit(Arrays.stream(doubles(DOUBLING)).map(truth::throughput).toArray());

        Percentage tolerance = Percentage.withPercentage(1e-4);
        assertThat(found.lambda()).isCloseTo(lambda, tolerance);
        assertThat(found.sigma()).isCloseTo(sigma, tolerance);
        assertThat(found.kappa()).isCloseTo(kappa, tolerance);
    }

    @Test
    void an_exact_curve_of_amdahl_is_found_again_and_has_no_peak() {
        List<ThroughputPoint> sweep = PublishedSweeps.points(DOUBLING, n -> 250 * n / (1 + 0.03 * (n - 1)));

        ScalabilityFit fit = ScalabilityFit.of(AMDAHL, sweep, BOOTSTRAP);
        ScalabilityEstimates estimates = fit.estimates().orElseThrow();
        assertThat(estimates.lambda().value()).isCloseTo(250, within(1e-6));
        assertThat(estimates.sigma().value()).isCloseTo(0.03, within(1e-8));
        assertThat(estimates.kappa()).isEqualTo(new Estimate(0, new ConfidenceInterval(0, 0, 0.95)));
        assertThat(estimates.peakThreads().value()).isInfinite();
        assertThat(estimates.highestThroughput().value()).isCloseTo(250 / 0.03, within(1e-3));
        assertThat(estimates.rSquared()).isCloseTo(1, within(1e-12));
        assertThat(fit.concluded()).isTrue();

        assertThat(ScalabilityFit.of(UNIVERSAL, sweep, BOOTSTRAP).refusals())
                .containsExactly("kappa cannot be told from 0: no peak is in sight.");
    }

    @Test
    void gunthers_example_has_the_published_numbers() {
        ScalabilityFit fit = ScalabilityFit.of(UNIVERSAL, PublishedSweeps.SPEC_SDM91, BOOTSTRAP);
        ScalabilityEstimates estimates = fit.estimates().orElseThrow();

        assertThat(estimates.sigma().value()).isCloseTo(0.0277285, within(5e-8));
        assertThat(estimates.kappa().value()).isCloseTo(0.0001044, within(5e-8));
        assertThat(estimates.lambda().value()).isCloseTo(89.9952330, within(1e-5));
        assertThat(estimates.peakThreads().value()).isCloseTo(97, within(0.5));
        double[] published = {90, 1078, 1541, 1850, 1879, 1822, 1646};
        for (int i = 0; i < published.length; i++) {
            int threads = PublishedSweeps.SPEC_SDM91.get(i).threads();
            assertThat(estimates.curve().throughput(threads)).isCloseTo(published[i], within(0.5));
        }
        assertThat(fit.refusals()).isEmpty();
        assertThat(estimates.peakThreads().interval().contains(97)).isTrue();
        // The published standard errors times Student's t for 7 values and 3 parameters, to both sides.
        assertThat(width(estimates.sigma())).isBetween(0.8 * 2 * 2.776 * 0.0091217, 2 * 2 * 2.776 * 0.0091217);
        assertThat(width(estimates.kappa())).isBetween(2 * 2.776 * 0.0000199, 2 * 2 * 2.776 * 0.0000199);
    }

    /** The curve is the book's, and its peak lies where nothing was measured. */
    @Test
    void schwartzs_example_has_the_published_numbers_and_no_conclusion() {
        ScalabilityFit fit = ScalabilityFit.of(UNIVERSAL, PublishedSweeps.CISCO, BOOTSTRAP);
        ScalabilityEstimates estimates = fit.estimates().orElseThrow();

        assertThat(estimates.sigma().value()).isCloseTo(0.02671591, within(1e-7));
        assertThat(estimates.kappa().value()).isCloseTo(7.690945e-4, within(1e-8));
        assertThat(estimates.lambda().value()).isCloseTo(995.6486, within(1e-3));
        assertThat(estimates.curve().throughput(35)).isCloseTo(12_341, within(1.0));
        assertThat(fit.concluded()).isFalse();
        assertThat(fit.refusals())
                .containsExactly("The peak would be at N = 36, beyond the 32 threads measured: no conclusion.");
    }

    @Test
    void intervals_hold_the_truth_under_noise() {
        ScalabilityCurve truth = new ScalabilityCurve(90, 0.028, 1e-4);
        RandomGenerator random = new Well19937c(3);
        int[] held = new int[5];
        for (int i = 0; i < 100; i++) {
            ScalabilityEstimates estimates = ScalabilityFit.of(
                            UNIVERSAL, noisy(truth, 3, 0.05, random), new Bootstrap(0.95, 99, i))
                    .estimates()
                    .orElseThrow();
            held[0] += estimates.lambda().interval().contains(90) ? 1 : 0;
            held[1] += estimates.sigma().interval().contains(0.028) ? 1 : 0;
            held[2] += estimates.kappa().interval().contains(1e-4) ? 1 : 0;
            held[3] += estimates.peakThreads().interval().contains(truth.peakThreads()) ? 1 : 0;
            held[4] += estimates.highestThroughput().interval().contains(truth.highestThroughput()) ? 1 : 0;
        }

        assertThat(Arrays.stream(held).min().orElseThrow()).isBetween(85, 98);
    }

    /** The true kappa is 0: a peak would be made of noise, and 95 of 100 fits must not show one. */
    @Test
    void a_peak_that_is_not_there_is_seldom_shown() {
        RandomGenerator random = new Well19937c(5);
        int refused = 0;
        for (int i = 0; i < 100; i++) {
            List<ThroughputPoint> sweep = noisy(new ScalabilityCurve(90, 0.028, 0), 3, 0.05, random);
            refused += ScalabilityFit.of(UNIVERSAL, sweep, new Bootstrap(0.95, 99, i))
                            .refusals()
                            .contains("kappa cannot be told from 0: no peak is in sight.")
                    ? 1
                    : 0;
        }

        assertThat(refused).isGreaterThanOrEqualTo(88);
    }

    @Test
    void too_few_or_too_narrow_points_are_refused_with_the_curve_still_there() {
        ScalabilityFit fit = ScalabilityFit.of(
                UNIVERSAL, PublishedSweeps.points(new int[] {100, 160, 200, 500}, 2807, 3134, 3155, 2903), BOOTSTRAP);

        assertThat(fit.estimates()).isPresent();
        assertThat(fit.refusals())
                .contains(
                        "4 numbers of threads are too few; a conclusion needs 6.",
                        "100 to 500 threads is too narrow; the most must be 8 times the fewest.");
        assertThat(ScalabilityFit.of(UNIVERSAL, PublishedSweeps.points(new int[] {1, 2, 4}, 1, 2, 3), BOOTSTRAP)
                        .estimates())
                .isEmpty();
    }

    @Test
    void a_curve_of_another_shape_is_refused() {
        List<ThroughputPoint> saw = PublishedSweeps.points(DOUBLING, 10, 90, 20, 80, 30, 70, 40, 60, 50, 10);

        assertThat(ScalabilityFit.of(UNIVERSAL, saw, BOOTSTRAP).refusals())
                .anyMatch(refusal ->
                        refusal.matches("The curve fits poorly: R squared is -?0\\.\\d{3}, and 0.98 is needed."));
        assertThat(ScalabilityFit.of(AMDAHL, PublishedSweeps.points(DOUBLING, n -> 5_000), BOOTSTRAP)
                        .refusals())
                .contains("The curve fits poorly: R squared is 0.000, and 0.98 is needed.");
    }

    @Test
    void a_limit_far_beyond_what_was_measured_is_refused() {
        int[] few = {1, 2, 3, 4, 6, 8};

        assertThat(ScalabilityFit.of(
                                AMDAHL, PublishedSweeps.points(few, n -> 100 * n / (1 + 0.02 * (n - 1))), BOOTSTRAP)
                        .refusals())
                .containsExactly(
                        "The limit would be 7.1 times the best that was measured, too far beyond: no conclusion.");
        assertThat(ScalabilityFit.of(AMDAHL, PublishedSweeps.points(few, n -> 100 * n), BOOTSTRAP)
                        .refusals())
                .containsExactly("sigma cannot be told from 0: no limit is in sight.");
    }

    @Test
    void a_peak_before_the_first_point_is_refused() {
        int[] late = {40, 80, 120, 160, 240, 320};
        ScalabilityCurve early = new ScalabilityCurve(100, 0.01, 0.01);

        assertThat(ScalabilityFit.of(UNIVERSAL, PublishedSweeps.points(late, early::throughput), BOOTSTRAP)
                        .refusals())
                .containsExactly("The peak would be at N = 10, before the 40 threads measured: no conclusion.");
    }

    @Test
    void a_server_that_answers_nothing_is_refused() {
        ScalabilityFit fit = ScalabilityFit.of(UNIVERSAL, PublishedSweeps.points(DOUBLING, n -> 0), BOOTSTRAP);

        assertThat(fit.estimates()).isEmpty();
        assertThat(fit.refusals()).containsExactly("There was no throughput.");
    }

    @Test
    void sigma_and_kappa_are_never_negative() {
        List<ThroughputPoint> superlinear = PublishedSweeps.points(DOUBLING, n -> 10 * Math.pow(n, 1.2));

        ScalabilityEstimates estimates =
                ScalabilityFit.of(UNIVERSAL, superlinear, BOOTSTRAP).estimates().orElseThrow();
        assertThat(estimates.sigma().value()).isZero();
        assertThat(estimates.kappa().value()).isZero();
        assertThat(estimates.sigma().interval().low()).isZero();
        assertThat(estimates.kappa().interval().low()).isZero();
        assertThat(estimates.highestThroughput().value()).isInfinite();
    }

    /** A value's leverage is by how much the curve follows it, here tried by moving one value after the other. */
    @Test
    void leverages_say_how_much_the_curve_follows_each_value() {
        ScalabilityCurve curve = new ScalabilityCurve(90, 0.028, 1e-4);
        LeastSquares leastSquares = new LeastSquares(UNIVERSAL, doubles(DOUBLING));
        double[] values =
                Arrays.stream(doubles(DOUBLING)).map(curve::throughput).toArray();
        double[] leverages = leastSquares.leverages(curve);

        assertThat(Arrays.stream(leverages).sum()).isCloseTo(3, within(1e-9));
        for (int i = 0; i < values.length; i++) {
            double[] moved = values.clone();
            moved[i] += 0.01;
            double followed = leastSquares.fit(moved).throughput(DOUBLING[i]) - values[i];
            assertThat(followed / 0.01).isCloseTo(leverages[i], within(1e-3));
        }
    }

    @Test
    void the_peak_is_where_the_curve_is_highest() {
        ScalabilityCurve curve = new ScalabilityCurve(90, 0.0277285, 0.0001044);

        assertThat(curve.peakThreads()).isCloseTo(Math.sqrt((1 - 0.0277285) / 0.0001044), within(1e-12));
        assertThat(curve.highestThroughput())
                .isGreaterThan(curve.throughput(curve.peakThreads() - 1))
                .isGreaterThan(curve.throughput(curve.peakThreads() + 1));
        assertThat(new ScalabilityCurve(90, 1.5, 0.1).peakThreads()).isEqualTo(1);
        assertThat(new ScalabilityCurve(90, 1.5, 0).highestThroughput()).isEqualTo(90);
        assertThat(new ScalabilityCurve(0, 0, 0).highestThroughput()).isZero();
    }

    private static List<ThroughputPoint> noisy(
            ScalabilityCurve truth, int repeats, double scatter, RandomGenerator random) {
        return Arrays.stream(DOUBLING)
                .mapToObj(n -> new ThroughputPoint(
                        n,
                        DoubleStream.generate(() -> truth.throughput(n) * Math.exp(scatter * random.nextGaussian()))
                                .limit(repeats)
                                .boxed()
                                .toList()))
                .toList();
    }

    private static double width(Estimate estimate) {
        return estimate.interval().high() - estimate.interval().low();
    }

    private static double[] doubles(int[] values) {
        return Arrays.stream(values).asDoubleStream().toArray();
    }
}
