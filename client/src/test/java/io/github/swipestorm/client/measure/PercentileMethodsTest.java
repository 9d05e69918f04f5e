package io.github.swipestorm.client.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.apache.commons.math3.stat.descriptive.DescriptiveStatistics;
import org.apache.commons.math3.stat.descriptive.rank.Percentile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each percentile method against commons-math3 on the same values, within the method's documented error bound. */
class PercentileMethodsTest {
    private static final int COUNT = 20_011;
    private static final double[] PERCENTILES = {0.001, 1, 10, 25, 50, 75, 90, 95, 99, 99.9, 99.99, 100};

    @ParameterizedTest
    @EnumSource
    void exactPercentilesAreTheNearestRanksOfCommonsMath(LatencySamples sample) {
        long[] values = sample.values(COUNT);
        DescriptiveStatistics nearestRank = statistics(values);
        nearestRank.setPercentileImpl(new Percentile().withEstimationType(Percentile.EstimationType.R_1));
        ExactLatencies exact = exact(values);

        for (double percentile : PERCENTILES) {
            assertThat(exact.percentileUs(percentile))
                    .as("%s p%s", sample, percentile)
                    .isEqualTo(nearestRank.getPercentile(percentile));
        }
    }

    /** Commons-math's own default interpolates between two values; those two are a nearest rank and its neighbour. */
    @ParameterizedTest
    @EnumSource
    void exactPercentilesAreWithinOneRankOfTheDefaultOfCommonsMath(LatencySamples sample) {
        long[] values = sample.values(COUNT);
        long[] sorted = LatencySamples.sorted(values);
        DescriptiveStatistics statistics = statistics(values);
        ExactLatencies exact = exact(values);

        for (double percentile : PERCENTILES) {
            int rank = Arrays.binarySearch(sorted, (long) exact.percentileUs(percentile));
            int index = (int) Rank.of(percentile, sorted.length) - 1;
            assertThat(rank)
                    .as("%s p%s is a recorded value", sample, percentile)
                    .isNotNegative();
            assertThat(statistics.getPercentile(percentile))
                    .as("%s p%s", sample, percentile)
                    .isBetween((double) sorted[Math.max(0, index - 1)], (double)
                            sorted[Math.min(sorted.length - 1, index + 1)]);
        }
    }

    @ParameterizedTest
    @EnumSource
    void histogramIsAtMostOnePartIn1024AboveTheNearestRank(LatencySamples sample) {
        long[] values = sample.values(COUNT);
        DescriptiveStatistics nearestRank = statistics(values);
        nearestRank.setPercentileImpl(new Percentile().withEstimationType(Percentile.EstimationType.R_1));
        LatencyHistogram histogram = histogram(values);

        for (double percentile : PERCENTILES) {
            double exact = nearestRank.getPercentile(percentile);
            double promised = exact < 2_048 ? exact : exact * (1 + 1.0 / 1024);
            assertThat(histogram.percentileUs(percentile))
                    .as("%s p%s", sample, percentile)
                    .isBetween(exact, promised);
        }
    }

    @ParameterizedTest
    @EnumSource
    void bucketedIsWithinOneBucketOfTheNearestRank(LatencySamples sample) {
        long[] values = sample.values(COUNT);
        DescriptiveStatistics nearestRank = statistics(values);
        nearestRank.setPercentileImpl(new Percentile().withEstimationType(Percentile.EstimationType.R_1));
        BucketedLatencies bucketed = bucketed(values);

        for (double percentile : PERCENTILES) {
            assertThat(bucketed.percentileUs(percentile))
                    .as("%s p%s", sample, percentile)
                    .isCloseTo(nearestRank.getPercentile(percentile), within(bucketed.widthUs() * (1 + 1e-9)));
        }
    }

    @ParameterizedTest
    @EnumSource
    void momentsAndExtremesAreThoseOfCommonsMath(LatencySamples sample) {
        long[] values = sample.values(COUNT);
        DescriptiveStatistics statistics = statistics(values);
        double mean = statistics.getMean();
        double stdev = Math.sqrt(statistics.getPopulationVariance());
        double rootMeanSquare = Math.sqrt(statistics.getSumsq() / values.length);

        for (LatencyDistribution method :
                new LatencyDistribution[] {exact(values), bucketed(values), histogram(values)}) {
            LatencySummary summary = method.summary();
            double stdevBound = method instanceof LatencyHistogram ? 0.001 * rootMeanSquare : 1e-6 * (1 + stdev);
            assertThat(summary.count()).isEqualTo(values.length);
            assertThat(summary.minUs()).isEqualTo((long) statistics.getMin());
            assertThat(summary.maxUs()).isEqualTo((long) statistics.getMax());
            assertThat(summary.meanUs()).as("mean of %s", sample).isCloseTo(mean, within(1e-9 * mean));
            assertThat(summary.stdevUs()).as("stdev of %s", sample).isCloseTo(stdev, within(stdevBound));
        }
    }

    /** Why the bucketed method is useful beside the others: its weakness is visible in the summary. */
    @Test
    void oneOutlierCoarsensTheBucketedRoadAndNoOther() {
        long[] values = LatencySamples.ONE_OUTLIER.values(COUNT);
        double median = exact(values).percentileUs(50);

        assertThat(bucketed(values).widthUs()).isGreaterThan(5_000);
        assertThat(bucketed(values).percentileUs(50)).isNotCloseTo(median, within(500.0));
        assertThat(histogram(values).percentileUs(50)).isCloseTo(median, within(median / 1024));
    }

    private static DescriptiveStatistics statistics(long[] values) {
        DescriptiveStatistics statistics = new DescriptiveStatistics();
        Arrays.stream(values).forEach(statistics::addValue);
        return statistics;
    }

    private static LatencyHistogram histogram(long[] values) {
        LatencyHistogram histogram = new LatencyHistogram();
        Arrays.stream(values).forEach(histogram::record);
        return histogram;
    }

    private static ExactLatencies exact(long[] values) {
        ExactLatencies exact = new ExactLatencies();
        Arrays.stream(values).forEach(exact::record);
        return exact;
    }

    private static BucketedLatencies bucketed(long[] values) {
        BucketedLatencies bucketed = new BucketedLatencies(
                Arrays.stream(values).min().orElseThrow(),
                Arrays.stream(values).max().orElseThrow());
        Arrays.stream(values).forEach(bucketed::record);
        return bucketed;
    }
}
