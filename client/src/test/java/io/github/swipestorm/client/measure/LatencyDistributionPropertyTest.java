package io.github.swipestorm.client.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;

/** Properties of each percentile method for all values, few or many, near or far apart. */
class LatencyDistributionPropertyTest {
    private static final List<Function<List<Long>, LatencyDistribution>> METHODS = List.of(
            LatencyDistributionPropertyTest::histogram,
            LatencyDistributionPropertyTest::exact,
            values -> bucketed(values, values));

    @Provide
    Arbitrary<List<Long>> values() {
        Arbitrary<Long> fast = Arbitraries.longs().between(0, 5_000);
        Arbitrary<Long> slow = Arbitraries.longs().between(0, LatencyHistogram.HIGHEST_US);
        return Arbitraries.frequencyOf(Tuple.of(4, fast), Tuple.of(1, slow))
                .list()
                .ofMinSize(1)
                .ofMaxSize(300);
    }

    @Property(tries = 300)
    void percentilesNeverFallAsTheyRise(
            @ForAll("values") List<Long> values,
            @ForAll @DoubleRange(max = 100) double one,
            @ForAll @DoubleRange(max = 100) double other) {
        for (var method : METHODS) {
            LatencyDistribution distribution = method.apply(values);
            assertThat(distribution.percentileUs(Math.min(one, other)))
                    .isLessThanOrEqualTo(distribution.percentileUs(Math.max(one, other)));
        }
    }

    @Property(tries = 300)
    void percentilesLieWithinTheValues(
            @ForAll("values") List<Long> values, @ForAll @DoubleRange(max = 100) double percentile) {
        for (var method : METHODS) {
            LatencyDistribution distribution = method.apply(values);
            assertThat(distribution.percentileUs(percentile)).isBetween((double) min(values), (double) max(values));
            assertThat(distribution.percentileUs(0)).isEqualTo(min(values));
            assertThat(distribution.percentileUs(100)).isEqualTo(max(values));
        }
    }

    @Property(tries = 300)
    void exactPercentileIsTheValueAtItsRank(
            @ForAll("values") List<Long> values, @ForAll @DoubleRange(max = 100) double percentile) {
        double answer = exact(values).percentileUs(percentile);

        long atMost = values.stream().filter(value -> value <= answer).count();
        long below = values.stream().filter(value -> value < answer).count();
        double wanted = percentile * values.size() / 100;
        assertThat((double) atMost).isGreaterThanOrEqualTo(wanted - 1e-9);
        assertThat((double) below).isLessThan(Math.max(wanted, 1) + 1e-9);
    }

    @Property(tries = 300)
    void theCountUpToAValueIsAsExactAsPercentilesAre(
            @ForAll("values") List<Long> values, @ForAll @LongRange(max = 10_000) long valueUs) {
        long width = (max(values) - min(values)) / 64 + 1;
        assertThat(exact(values).countAtMost(valueUs)).isEqualTo(atMost(values, valueUs));
        assertThat(histogram(values).countAtMost(valueUs))
                .isBetween(atMost(values, valueUs), atMost(values, valueUs + valueUs / 1_024));
        assertThat(bucketed(values, values).countAtMost(valueUs))
                .isBetween(atMost(values, valueUs), atMost(values, valueUs + width));
        for (var method : METHODS) {
            assertThat(method.apply(values).countAtMost(max(values))).isEqualTo(values.size());
        }
    }

    private static long atMost(List<Long> values, long valueUs) {
        return values.stream().filter(value -> value <= valueUs).count();
    }

    @Property(tries = 100)
    void mergingTwoIsTheSameAsRecordingAllInOne(
            @ForAll("values") List<Long> ours, @ForAll("values") List<Long> theirs) {
        List<Long> all = new ArrayList<>(ours);
        all.addAll(theirs);

        LatencyHistogram histogram = histogram(ours);
        histogram.add(histogram(theirs));
        assertThat(histogram.summary()).isEqualTo(histogram(all).summary());

        ExactLatencies exact = exact(ours);
        exact.add(exact(theirs));
        assertThat(exact.summary()).isEqualTo(exact(all).summary());

        BucketedLatencies bucketed = bucketed(ours, all);
        bucketed.add(bucketed(theirs, all));
        LatencySummary merged = bucketed.summary();
        LatencySummary whole = bucketed(all, all).summary();
        assertThat(merged.p50Us()).isEqualTo(whole.p50Us());
        assertThat(merged.p9999Us()).isEqualTo(whole.p9999Us());
        assertThat(merged.meanUs()).isCloseTo(whole.meanUs(), within(1e-9 * whole.maxUs() + 1e-9));
        assertThat(merged.stdevUs()).isCloseTo(whole.stdevUs(), within(1e-6 * whole.maxUs() + 1e-6));
    }

    private static LatencyHistogram histogram(List<Long> values) {
        LatencyHistogram histogram = new LatencyHistogram();
        values.forEach(histogram::record);
        return histogram;
    }

    private static ExactLatencies exact(List<Long> values) {
        ExactLatencies exact = new ExactLatencies();
        values.forEach(exact::record);
        return exact;
    }

    private static BucketedLatencies bucketed(List<Long> values, List<Long> whole) {
        BucketedLatencies bucketed = new BucketedLatencies(min(whole), max(whole), 64);
        values.forEach(bucketed::record);
        return bucketed;
    }

    private static long min(List<Long> values) {
        return values.stream().mapToLong(Long::longValue).min().orElseThrow();
    }

    private static long max(List<Long> values) {
        return values.stream().mapToLong(Long::longValue).max().orElseThrow();
    }
}
