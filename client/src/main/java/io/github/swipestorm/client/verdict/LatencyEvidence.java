package io.github.swipestorm.client.verdict;

import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.measure.LatencySummary;
import io.github.swipestorm.client.measure.OperationMeasurements;
import io.github.swipestorm.client.measure.TimelineSecond;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How long answers took: service times of ok attempts, in milliseconds.
 *
 * @param leastMs the shortest
 * @param unqueuedMs the mean, had each response been as fast as the fastest of its operation
 * @param medianMs the median
 * @param meanMs the mean
 * @param firstMs mean over the first attempt of each worker, when the others were only beginning, too; absent when unknown
 * @param growth mean of the last quarter of the run by that of its second quarter; 1 when it is unknown
 * @param leftOver share of the attempts begun that were not answered when the last one was sent, 0 to 1; to the second
 * @param transferShare share of that time, 0 to 1, that passed after the head of the answer had arrived; 0 when it is unknown
 * @param pace attempts done in the best second by those begun in a mean second, while any were sent; 1 when it is unknown
 */
record LatencyEvidence(
        double leastMs,
        double unqueuedMs,
        double medianMs,
        double meanMs,
        OptionalDouble firstMs,
        double growth,
        double leftOver,
        double transferShare,
        double pace) {

    static LatencyEvidence of(RunResult result) {
        LatencySummary service = result.recorded().service().summary();
        List<TimelineSecond> seconds = result.recorded().timeline().seconds();
        int sending = sending(seconds);
        return new LatencyEvidence(
                service.minUs() / 1e3,
                unqueuedMs(result),
                service.p50Us() / 1e3,
                service.meanUs() / 1e3,
                result.workerTime()
                        .firstAnswer()
                        .map(LatencyEvidence::millis)
                        .map(OptionalDouble::of)
                        .orElseGet(OptionalDouble::empty),
                growth(seconds.subList(0, sending)),
                leftOver(seconds.subList(0, sending)),
                transferShare(result),
                pace(seconds.subList(0, sending)));
    }

    private static double unqueuedMs(RunResult result) {
        double sumUs = 0;
        long count = 0;
        for (OperationMeasurements operation : result.recorded().operations()) {
            LatencySummary service = operation.service().summary();
            sumUs += (double) service.count() * service.minUs();
            count += service.count();
        }
        return count == 0 ? 0 : sumUs / count / 1e3;
    }

    private static double transferShare(RunResult result) {
        double all = 0;
        double head = 0;
        for (OperationMeasurements operation : result.recorded().operations()) {
            LatencySummary service = operation.service().summary();
            LatencySummary firstByte = operation.firstByte().summary();
            if (firstByte.count() > 0 && service.count() > 0) {
                all += service.count() * service.meanUs();
                head += service.count() * firstByte.meanUs();
            }
        }
        return all <= 0 ? 0 : Math.max(0, 1 - head / all);
    }

    /** The ratio of the median to the least; 1 when there is none. */
    double stretch() {
        return leastMs <= 0 ? 1 : medianMs / leastMs;
    }

    private static double millis(Duration duration) {
        return duration.toNanos() / 1e6;
    }

    /** The number of seconds in which something was sent; later seconds are only waiting. */
    private static int sending(List<TimelineSecond> seconds) {
        int sending = seconds.size();
        while (sending > 0 && seconds.get(sending - 1).started() == 0) {
            sending--;
        }
        return sending;
    }

    private static double growth(List<TimelineSecond> seconds) {
        int quarter = seconds.size() / 4;
        double before = TimelineSecond.meanUs(seconds.subList(quarter, 2 * quarter));
        double after = TimelineSecond.meanUs(seconds.subList(seconds.size() - quarter, seconds.size()));
        return before > 0 && after > 0 ? after / before : 1;
    }

    private static double leftOver(List<TimelineSecond> seconds) {
        long started = seconds.stream().mapToLong(TimelineSecond::started).sum();
        return started == 0 ? 0 : (double) seconds.get(seconds.size() - 1).inFlight() / started;
    }

    private static double pace(List<TimelineSecond> seconds) {
        long started = seconds.stream().mapToLong(TimelineSecond::started).sum();
        long best = seconds.stream()
                .mapToLong(second -> second.ok() + second.failed())
                .max()
                .orElse(0);
        return started == 0 ? 1 : (double) best * seconds.size() / started;
    }
}
