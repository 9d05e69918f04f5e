package io.github.swipestorm.client.inference;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import io.github.swipestorm.client.inference.PairedComparison.Conclusion;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PairedComparisonTest {
    private static final Bootstrap BOOTSTRAP = new Bootstrap(0.95, 999, 1);

    /** What the interval promises: of 200 comparisons of a thing with itself, 2 to 9 % find a difference. */
    @ParameterizedTest
    @ValueSource(ints = {5, 10, 20})
    void false_alarms_are_as_rare_as_the_level_says(int rounds) {
        SimulatedRounds simulated = new SimulatedRounds(20_261_121 + rounds);
        long alarms = IntStream.range(0, 200)
                .mapToObj(i -> simulated.compare(rounds, 1, simulated.scatter()))
                .filter(comparison -> comparison.conclusion() == Conclusion.DIFFERENCE_SHOWN)
                .count();

        assertThat(alarms / 200.0).isBetween(0.02, 0.09);
    }

    /** The table in the javadoc: with runs that scatter by 6.5 %, 10 rounds find 5 % in 53 of 100 cases, 20 in 88. */
    @ParameterizedTest
    @CsvSource({"10, 0.43, 0.63", "20, 0.80, 0.95"})
    void a_difference_of_five_per_cent_is_found_with_the_stated_power(int rounds, double least, double most) {
        SimulatedRounds simulated = new SimulatedRounds(42 + rounds);
        long found = IntStream.range(0, 300)
                .mapToObj(i -> simulated.compare(rounds, 1.05, 0.065))
                .filter(comparison -> comparison.conclusion() == Conclusion.DIFFERENCE_SHOWN)
                .peek(comparison -> assertThat(comparison.ratio()).isGreaterThan(1))
                .count();

        assertThat(found / 300.0).isBetween(least, most);
    }

    @Test
    void the_recommended_rounds_find_the_difference_in_four_of_five_cases() {
        int rounds = PairedComparison.roundsFor(1.05, 0.8, 0.065);
        SimulatedRounds simulated = new SimulatedRounds(8);
        long found = IntStream.range(0, 300)
                .mapToObj(i -> simulated.compare(rounds, 1.05, 0.065))
                .filter(comparison -> comparison.conclusion() == Conclusion.DIFFERENCE_SHOWN)
                .count();

        assertThat(rounds).isEqualTo(16);
        assertThat(found / 300.0).isBetween(0.7, 0.87);
    }

    @Property(tries = 50)
    void swapping_the_two_gives_the_reciprocal(
            @ForAll @Size(min = 5, max = 20) List<@DoubleRange(min = 0.5, max = 10_000) Double> ofA,
            @ForAll @DoubleRange(min = 0.5, max = 2) double factor) {
        double[] a = ofA.stream().mapToDouble(Double::doubleValue).toArray();
        double[] b = IntStream.range(0, a.length)
                .mapToDouble(i -> a[i] * (i % 3 == 0 ? factor : 1 / factor + i))
                .toArray();

        PairedComparison one = PairedComparison.of(a, b, BOOTSTRAP);
        PairedComparison other = PairedComparison.of(b, a, BOOTSTRAP);
        assertThat(other.ratio()).isCloseTo(1 / one.ratio(), within(1e-12 / one.ratio()));
        ConfidenceInterval interval = one.interval().orElseThrow();
        ConfidenceInterval swapped = other.interval().orElseThrow();
        assertThat(swapped.low()).isCloseTo(1 / interval.high(), within(1e-12 / interval.high()));
        assertThat(swapped.high()).isCloseTo(1 / interval.low(), within(1e-12 / interval.low()));
        assertThat(other.cliffsDelta()).isEqualTo(0 - one.cliffsDelta());
        assertThat(other.mannWhitneyP()).isCloseTo(one.mannWhitneyP(), within(1e-12));
        assertThat(other.scatter()).isCloseTo(one.scatter(), within(1e-12));
        assertThat(other.noiseFloor()).isCloseTo(one.noiseFloor(), within(1e-9 * (1 + one.noiseFloor())));
        assertThat(other.conclusion()).isEqualTo(one.conclusion());
    }

    @Test
    void what_moves_both_values_of_a_round_alike_is_not_seen() {
        double[] a = {100, 150, 80, 120, 60};
        double[] b = {111, 164, 88.5, 131, 66.2};
        double[] machine = {3, 0.2, 10, 1, 0.01};
        PairedComparison steady = PairedComparison.of(a, b, BOOTSTRAP);
        PairedComparison drifting = PairedComparison.of(times(a, machine), times(b, machine), BOOTSTRAP);

        assertThat(drifting.ratio()).isCloseTo(steady.ratio(), within(1e-12));
        assertThat(drifting.interval().orElseThrow().low())
                .isCloseTo(steady.interval().orElseThrow().low(), within(1e-9));
        assertThat(steady.conclusion()).isEqualTo(Conclusion.DIFFERENCE_SHOWN);
        assertThat(steady.ratio()).isBetween(1.09, 1.11);
    }

    /** By hand: ratios 2, 1/2 and 4; the logarithms are ln 2 times 1, -1 and 2, their mean 2/3, their variance 7/3. */
    @Test
    void ratios_centre_and_scatter_are_those_of_the_logarithms() {
        PairedComparison comparison = PairedComparison.of(new double[] {1, 8, 2}, new double[] {2, 4, 8}, BOOTSTRAP);

        assertThat(comparison.ratios()).hasSize(3);
        assertThat(comparison.ratios().get(0)).isCloseTo(2, within(1e-12));
        assertThat(comparison.ratios().get(1)).isCloseTo(0.5, within(1e-12));
        assertThat(comparison.ratios().get(2)).isCloseTo(4, within(1e-12));
        assertThat(comparison.ratio()).isCloseTo(Math.cbrt(4), within(1e-12));
        assertThat(comparison.scatter()).isCloseTo(Math.sqrt(7.0 / 3) * Math.log(2), within(1e-12));
    }

    /** Of the 25 pairs B wins 19 and loses 5, and one is a tie. */
    @Test
    void cliffs_delta_counts_pairs() {
        double[] a = {1, 2, 3, 4, 9};
        double[] b = {4, 5, 6, 7, 8};

        assertThat(PairedComparison.of(a, b, BOOTSTRAP).cliffsDelta()).isEqualTo(14.0 / 25);
    }

    /** Nothing overlaps: U = 0 of 25, z = -12.5 / sqrt(25 x 11 / 12) = -2.6112, p = 0.0090. */
    @Test
    void mann_whitney_is_the_textbooks_normal_approximation() {
        double[] a = {1, 2, 3, 4, 5};
        double[] b = {6, 7, 8, 9, 10};

        assertThat(PairedComparison.of(a, b, BOOTSTRAP).mannWhitneyP()).isCloseTo(0.0090, within(0.0001));
        assertThat(PairedComparison.of(a, a, BOOTSTRAP).mannWhitneyP()).isCloseTo(1, within(1e-12));
    }

    @Test
    void the_noise_floor_is_the_farther_end_of_the_interval() {
        assertThat(withInterval(0.98, 1.03).noiseFloor()).isCloseTo(0.03, within(1e-12));
        assertThat(withInterval(0.80, 1.03).noiseFloor()).isCloseTo(0.25, within(1e-12));
        assertThat(PairedComparison.of(new double[] {1}, new double[] {2}, BOOTSTRAP)
                        .noiseFloor())
                .isEqualTo(Double.POSITIVE_INFINITY);
    }

    @Test
    void four_rounds_are_too_few_however_clear_they_look() {
        PairedComparison comparison =
                PairedComparison.of(new double[] {1, 1.1, 1.2, 1.3}, new double[] {10, 11.2, 12, 13}, BOOTSTRAP);

        assertThat(comparison.conclusion()).isEqualTo(Conclusion.TOO_FEW_ROUNDS);
        assertThat(comparison.interval()).isEmpty();
        assertThat(comparison.ratio()).isCloseTo(10, within(0.1));
        assertThat(PairedComparison.of(new double[] {3}, new double[] {6}, BOOTSTRAP)
                        .scatter())
                .isZero();
    }

    @Test
    void the_same_values_show_no_difference() {
        double[] values = {5, 6, 7, 8, 9};

        PairedComparison comparison = PairedComparison.of(values, values, BOOTSTRAP);
        assertThat(comparison.interval()).contains(new ConfidenceInterval(1, 1, 0.95));
        assertThat(comparison.conclusion()).isEqualTo(Conclusion.NO_DIFFERENCE_SHOWN);
        assertThat(comparison.noiseFloor()).isZero();
    }

    @Test
    void rounds_needed_grow_with_the_scatter_and_fall_with_the_difference() {
        assertThat(PairedComparison.roundsFor(1.05, 0.8, 0)).isEqualTo(5);
        assertThat(PairedComparison.roundsFor(1.05, 0.8, 0.1)).isEqualTo(35);
        assertThat(PairedComparison.roundsFor(1 / 1.05, 0.8, 0.1)).isEqualTo(35);
        assertThat(PairedComparison.roundsFor(1.10, 0.8, 0.1)).isEqualTo(11);
        // Five rounds have four degrees of freedom: (2.776 + 0.941)^2 x 0.62^2 = 5.3; with six it is 4.7.
        assertThat(PairedComparison.roundsFor(Math.E, 0.8, 0.62)).isEqualTo(6);
        assertThat(PairedComparison.roundsFor(1.05, 0.99, 0.1)).isBetween(70, 90);
        assertThat(PairedComparison.roundsFor(1.0001, 0.8, 1)).isEqualTo(Integer.MAX_VALUE);
    }

    @Test
    void what_cannot_be_compared_is_refused_with_its_round() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PairedComparison.of(new double[] {1, 2}, new double[] {1, 0}, BOOTSTRAP))
                .withMessage("A comparison needs values above 0, but B has 0.0 in round 2; leave that round out");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PairedComparison.of(new double[2], new double[3], BOOTSTRAP))
                .withMessage("A comparison needs as many values of A as of B, not 2 and 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PairedComparison.of(new double[0], new double[0], BOOTSTRAP));
        assertThatIllegalArgumentException().isThrownBy(() -> PairedComparison.roundsFor(1, 0.8, 0.1));
        assertThatIllegalArgumentException().isThrownBy(() -> PairedComparison.roundsFor(1.05, 1, 0.1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PairedComparison.of(new double[] {1}, new double[] {1}, BOOTSTRAP)
                        .roundsFor(1.05, 0.8))
                .withMessage("One round does not show how much rounds scatter");
    }

    private static PairedComparison withInterval(double low, double high) {
        return new PairedComparison(
                List.of(1.0),
                1,
                Optional.of(new ConfidenceInterval(low, high, 0.95)),
                0.1,
                1,
                0,
                Conclusion.NO_DIFFERENCE_SHOWN);
    }

    private static double[] times(double[] values, double[] factors) {
        double[] products = values.clone();
        Arrays.setAll(products, i -> values[i] * factors[i]);
        return products;
    }
}
