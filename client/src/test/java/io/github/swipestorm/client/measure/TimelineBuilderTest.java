package io.github.swipestorm.client.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class TimelineBuilderTest {
    private static final long SECOND = 1_000_000;

    private final TimelineBuilder builder = new TimelineBuilder();

    @Test
    void anEmptyRunHasNoSeconds() {
        assertThat(builder.build().seconds()).isEmpty();
        assertThat(builder.build().endUs()).isZero();
    }

    @Test
    void timelinesThatShareABudgetRefuseAttemptsWhenItIsUsedUp() {
        TimelineBuilder.Budget budget = new TimelineBuilder.Budget(1, 2);
        TimelineBuilder first = new TimelineBuilder(budget);
        TimelineBuilder other = new TimelineBuilder(budget);
        for (TimelineBuilder each : List.of(first, other, first)) {
            each.add(0, SECOND / 2, 1, 1, true, 1);
        }
        other.add(600 * SECOND, 600 * SECOND, 1, 1, true, 1);

        assertThat(first.build().seconds().get(0).ok()).isEqualTo(2);
        assertThat(other.build().seconds()).hasSize(1);
        assertThat(first.build().refused()).isZero();
        assertThat(other.build().refused()).isEqualTo(1);
        assertThat(new TimelineBuilder(budget).build().seconds()).isEmpty();
    }

    @Test
    void anAttemptCountsInTheSecondItStartedAndInTheOneItEnded() {
        builder.add(SECOND - 1, SECOND, 1, 1, true, 1);
        builder.add(500_000, 3 * SECOND + 5, 2_500_005, 2_500_005, false, 2);

        List<TimelineSecond> seconds = builder.build().seconds();
        assertThat(seconds).hasSize(4);
        assertThat(seconds).extracting(TimelineSecond::second).containsExactly(0L, 1L, 2L, 3L);
        assertThat(seconds).extracting(TimelineSecond::started).containsExactly(2L, 0L, 0L, 0L);
        assertThat(seconds).extracting(TimelineSecond::okByStart).containsExactly(1L, 0L, 0L, 0L);
        assertThat(seconds).extracting(TimelineSecond::failedByStart).containsExactly(1L, 0L, 0L, 0L);
        assertThat(seconds).extracting(TimelineSecond::ok).containsExactly(0L, 1L, 0L, 0L);
        assertThat(seconds).extracting(TimelineSecond::failed).containsExactly(0L, 0L, 0L, 1L);
        assertThat(seconds).extracting(TimelineSecond::retries).containsExactly(1L, 0L, 0L, 0L);
        assertThat(seconds).extracting(TimelineSecond::inFlight).containsExactly(2L, 1L, 1L, 0L);
    }

    @Test
    void bytesAreThoseOfOkAnswersAndAbsentOnceOneIsNotKnown() {
        builder.add(0, 1_000, 1_000, 1_000, true, 1, 300);
        builder.add(0, 2_000, 2_000, 2_000, true, 1, 500);
        builder.add(0, 3_000, 3_000, 3_000, false, 1, 7_000);
        builder.add(SECOND, SECOND + 9, 9, 9, true, 1, 300);
        builder.add(SECOND, SECOND + 9, 9, 9, true, 1, TimelineBuilder.UNKNOWN_SIZE);
        builder.add(SECOND, SECOND + 9, 9, 9, true, 1, 300);

        assertThat(builder.build().seconds())
                .extracting(TimelineSecond::okBytes)
                .containsExactly(OptionalLong.of(800), OptionalLong.empty());
    }

    @Test
    void latenciesAreThoseOfOkAttemptsOnlyAndAbsentWithoutAny() {
        builder.add(0, 1_000, 1_000, 1_000, true, 1);
        builder.add(0, 3_000, 3_000, 3_000, true, 1);
        builder.add(0, 9_000, 9_000, 9_000, false, 1);
        builder.add(SECOND, SECOND + 9, 9, 9, false, 1);

        List<TimelineSecond> seconds = builder.build().seconds();
        assertThat(seconds.get(0).meanUs()).hasValue(2_000);
        assertThat(seconds.get(0).p50Us()).hasValue(1_000);
        assertThat(seconds.get(0).p99Us()).hasValue(3_000);
        assertThat(seconds.get(0).maxUs()).hasValue(3_000);
        assertThat(seconds.get(1).meanUs()).isEmpty();
        assertThat(seconds.get(1).p50Us()).isEmpty();
        assertThat(seconds.get(1).maxUs()).isEmpty();
    }

    @Test
    void anAttemptThatEndedInASecondLongPastIsInItsPercentiles() {
        builder.add(0, 10, 10, 10, true, 1);
        builder.add(16 * SECOND, 16 * SECOND, 7, 7, true, 1);
        builder.add(0, 900_000, 900_000, 900_000, true, 1);
        builder.add(16 * SECOND, 16 * SECOND + 9, 9, 9, true, 1);

        Timeline timeline = builder.build();
        TimelineSecond first = timeline.seconds().get(0);
        assertThat(timeline.stragglers()).isZero();
        assertThat(first.ok()).isEqualTo(2);
        assertThat(first.maxUs()).hasValue(900_000);
        assertThat(first.meanUs()).hasValue(450_005);
        assertThat(first.p50Us()).hasValue(10);
        assertThat(first.p99Us()).hasValue(900_000);
        assertThat(timeline.seconds().get(16).p50Us()).hasValue(7);
        assertThat(timeline.seconds().get(16).p99Us()).hasValue(9);
    }

    @Test
    void aStragglerCorrectsAllButThePercentilesOfASecondWhoseHistogramsAreNotKept() {
        TimelineBuilder forgetful = new TimelineBuilder(0);
        forgetful.add(0, 10, 10, 10, true, 1);
        forgetful.add(16 * SECOND, 16 * SECOND, 7, 7, true, 1);
        forgetful.add(0, 900_000, 900_000, 900_000, true, 1);

        Timeline timeline = forgetful.build();
        TimelineSecond first = timeline.seconds().get(0);
        assertThat(timeline.stragglers()).isEqualTo(1);
        assertThat(first.ok()).isEqualTo(2);
        assertThat(first.maxUs()).hasValue(900_000);
        assertThat(first.meanUs()).hasValue(450_005);
        assertThat(first.p99Us()).hasValue(10);
        assertThat(timeline.seconds().get(16).p50Us()).hasValue(7);
    }

    @Test
    void fifteenSecondsLateIsNotYetAStraggler() {
        builder.add(15 * SECOND, 15 * SECOND, 7, 7, true, 1);
        builder.add(0, 10, 10, 10, true, 1);

        assertThat(builder.build().stragglers()).isZero();
        assertThat(builder.build().seconds().get(0).p50Us()).hasValue(10);
    }

    @Test
    void buildingInBetweenChangesNothing() {
        builder.add(0, 10, 10, 10, true, 1);
        Timeline early = builder.build();
        builder.add(0, 30, 30, 30, true, 1);

        assertThat(early.seconds().get(0).ok()).isEqualTo(1);
        assertThat(early.seconds().get(0).p99Us()).hasValue(10);
        assertThat(builder.build().seconds().get(0).ok()).isEqualTo(2);
        assertThat(builder.build().seconds().get(0).p99Us()).hasValue(30);
    }

    @Test
    void impossibleTimesAreCountedApart() {
        builder.add(-1, 5, 6, 6, true, 1);
        builder.add(5, 4, 1, 1, true, 1);
        builder.add(0, 5, -5, -5, true, 1);
        builder.add(0, TimelineBuilder.LONGEST_RUN_US + 1, 1, 1, true, 1);
        builder.add(Long.MAX_VALUE, Long.MAX_VALUE, 1, 1, true, 1);
        builder.add(0, 5, Long.MAX_VALUE, Long.MAX_VALUE, true, 1);

        assertThat(builder.build().refused()).isEqualTo(6);
        assertThat(builder.build().seconds()).isEmpty();
    }

    @Test
    void aLongGapCostsNextToNothing() {
        builder.add(0, 1, 1, 1, true, 1);
        long before = allocatedBytes();
        builder.add(TimelineBuilder.LONGEST_RUN_US - 1, TimelineBuilder.LONGEST_RUN_US, 1, 1, true, 1);

        assertThat(allocatedBytes() - before).isLessThan(1_000_000);
        List<TimelineSecond> seconds = builder.build().seconds();
        assertThat(seconds).hasSize(30 * 24 * 3600 + 1);
        assertThat(seconds.get(1_000_000).started()).isZero();
        assertThat(seconds.get(1_000_000).p50Us()).isEqualTo(OptionalLong.empty());
        assertThat(seconds.get(30 * 24 * 3600).ok()).isEqualTo(1);
    }

    @Test
    void everyAttemptIsInItsColumnsWhateverTheOrder() {
        SplittableRandom random = new SplittableRandom(3);
        ExactLatencies[] ended = new ExactLatencies[350];
        Arrays.setAll(ended, second -> new ExactLatencies());
        long[] started = new long[350];
        for (long now = 0; now < 300 * SECOND; now += 5_000) {
            long latency = random.nextLong(1, 4 * SECOND);
            builder.add(now, now + latency, latency, latency, true, 1);
            started[(int) (now / SECOND)]++;
            ended[(int) ((now + latency) / SECOND)].record(latency);
        }

        Timeline timeline = builder.build();
        long startedSoFar = 0;
        long endedSoFar = 0;
        for (TimelineSecond second : timeline.seconds()) {
            ExactLatencies expected = ended[(int) second.second()];
            startedSoFar += started[(int) second.second()];
            endedSoFar += expected.count();
            assertThat(second.started()).isEqualTo(started[(int) second.second()]);
            assertThat(second.ok()).isEqualTo(expected.count());
            assertThat(second.inFlight()).isEqualTo(startedSoFar - endedSoFar);
            double p99 = expected.percentileUs(99);
            assertThat((double) second.p99Us().orElseThrow()).isBetween(p99, p99 * (1 + 1.0 / 1024));
            assertThat(second.meanUs().orElseThrow())
                    .isCloseTo(expected.summary().meanUs(), within(1e-3));
        }
        assertThat(endedSoFar).isEqualTo(60_000);
        assertThat(timeline.stragglers()).isZero();
    }

    @Test
    void anAttemptAllocatesNothing() {
        for (int row = 0; row < 400_000; row++) {
            builder.add(row * 50L, row * 50L + 20, 20, 20, true, 1);
        }
        long before = allocatedBytes();
        for (int row = 400_000; row < 900_000; row++) {
            builder.add(row * 50L, row * 50L + 20, 20, 20, row % 7 != 0, 1);
        }
        // Less than a hundredth of a byte for each; the measurement itself costs a little.
        assertThat(allocatedBytes() - before).isLessThan(5_000);
    }

    private static long allocatedBytes() {
        return ((ThreadMXBean) ManagementFactory.getThreadMXBean()).getCurrentThreadAllocatedBytes();
    }

    @Test
    void percentiles_of_response_times_are_those_of_the_second_and_count_the_wait_before_sending() {
        for (int i = 1; i <= 100; i++) {
            builder.add(0, 1_000, 1_000, 10_000L * i, true, 1);
        }
        builder.add(0, 1_000, 1_000, 50_000_000, false, 1);
        builder.add(17 * SECOND, 17 * SECOND, 7, 7, true, 1);
        TimelineSecond first = builder.build().seconds().get(0);

        assertThat(first.p99Us()).hasValue(1_000);
        assertThat((double) first.responseP50Us().orElseThrow()).isBetween(500_000.0, 500_000 * 1.008);
        assertThat((double) first.responseP95Us().orElseThrow()).isBetween(950_000.0, 950_000 * 1.008);
        assertThat((double) first.responseP99Us().orElseThrow()).isBetween(990_000.0, 990_000 * 1.008);
        assertThat(builder.build().seconds().get(1).responseP50Us()).isEmpty();
    }
}
