package io.github.swipestorm.client.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class LatencyEdgesTest {
    @Test
    void nothingRecordedIsTheEmptySummary() {
        for (LatencyDistribution empty :
                List.of(new LatencyHistogram(), new ExactLatencies(), new BucketedLatencies(0, 100))) {
            assertThat(empty.summary()).isEqualTo(LatencySummary.EMPTY);
            assertThat(empty.percentileUs(99)).isZero();
        }
        assertThat(LatencySummary.EMPTY.isEmpty()).isTrue();
    }

    @Test
    void oneValueIsEveryPercentile() {
        LatencyHistogram histogram = new LatencyHistogram();
        ExactLatencies exact = new ExactLatencies();
        BucketedLatencies bucketed = new BucketedLatencies(12_345_679, 12_345_679);
        histogram.record(12_345_679);
        exact.record(12_345_679);
        bucketed.record(12_345_679);

        LatencySummary all = new LatencySummary(
                1,
                12_345_679,
                0,
                12_345_679,
                12_345_679,
                12_345_679,
                12_345_679,
                12_345_679,
                12_345_679,
                12_345_679,
                12_345_679,
                12_345_679,
                12_345_679,
                12_345_679,
                12_345_679,
                12_345_679,
                12_345_679,
                12_345_679);
        assertThat(exact.summary()).isEqualTo(all);
        assertThat(bucketed.summary()).isEqualTo(all);
        // The cell of a single value is known exactly only to the extremes; its top is cut off at the maximum.
        assertThat(histogram.summary().p50Us()).isEqualTo(12_345_679);
    }

    @Test
    void percentile100OfTheBucketsIsTheMaximumAndNotBeyondTheLastBucket() {
        BucketedLatencies bucketed = new BucketedLatencies(17, 4_141, 7);
        bucketed.record(17);
        bucketed.record(4_141);

        assertThat(bucketed.percentileUs(100)).isEqualTo(4_141);
        assertThat(bucketed.percentileUs(Math.nextDown(100.0))).isLessThanOrEqualTo(4_141);
    }

    @Test
    void bucketsInterpolateInAStraightLine() {
        BucketedLatencies bucketed = new BucketedLatencies(0, 100, 10);
        for (long value = 0; value <= 100; value += 25) {
            bucketed.record(value);
        }
        // 40 % of 5 values is position 2, the whole of the bucket 20..30, in which the second value lies.
        assertThat(bucketed.percentileUs(40)).isEqualTo(30);
        // Position 1.5 is half way through it.
        assertThat(bucketed.percentileUs(30)).isEqualTo(25);
    }

    @Test
    void bucketsRefuseWhatLiesOutsideAndWhatCannotBeAdded() {
        BucketedLatencies bucketed = new BucketedLatencies(10, 20);
        assertThatIllegalArgumentException().isThrownBy(() -> bucketed.record(9));
        assertThatIllegalArgumentException().isThrownBy(() -> bucketed.record(21));
        assertThatIllegalArgumentException().isThrownBy(() -> bucketed.add(new BucketedLatencies(10, 21)));
        assertThatIllegalArgumentException().isThrownBy(() -> new BucketedLatencies(20, 10));
    }

    @Test
    void zeroMicrosecondsStayZero() {
        LatencyHistogram histogram = new LatencyHistogram();
        histogram.record(0);
        assertThat(histogram.summary())
                .isEqualTo(new LatencySummary(1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    }

    @Test
    void moreThanAnHourIsCountedAndItsMaximumIsTheTrueOne() {
        LatencyHistogram histogram = new LatencyHistogram();
        histogram.record(LatencyHistogram.HIGHEST_US);
        assertThat(histogram.aboveRange()).isZero();
        histogram.record(5 * LatencyHistogram.HIGHEST_US);

        assertThat(histogram.aboveRange()).isEqualTo(1);
        assertThat(histogram.summary().maxUs()).isEqualTo(5 * LatencyHistogram.HIGHEST_US);
        assertThat(histogram.count()).isEqualTo(2);
        assertThat(histogram.summary().meanUs()).isEqualTo(LatencyHistogram.HIGHEST_US);
    }

    @Test
    void exactCountsReachBeyondTheirPages() {
        ExactLatencies exact = new ExactLatencies();
        exact.record(8_388_607);
        exact.record(8_388_608);
        exact.record(Long.MAX_VALUE);

        assertThat(exact.percentileUs(1)).isEqualTo(8_388_607);
        assertThat(exact.percentileUs(50)).isEqualTo(8_388_608);
        assertThat(exact.percentileUs(100)).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void nonsenseIsRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> new LatencyHistogram().record(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> new ExactLatencies().record(-1));
        for (double percentile : new double[] {-0.1, 100.1, Double.NaN}) {
            assertThatIllegalArgumentException().isThrownBy(() -> new ExactLatencies().percentileUs(percentile));
            assertThatIllegalArgumentException().isThrownBy(() -> new LatencyHistogram().percentileUs(percentile));
            assertThatIllegalArgumentException().isThrownBy(() -> new BucketedLatencies(0, 1).percentileUs(percentile));
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LatencySummary(1, Double.NaN, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0));
    }
}
