package io.github.swipestorm.client.record;

import io.github.swipestorm.client.clock.RunClock;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.measure.LatencyHeatMapBuilder;
import io.github.swipestorm.client.measure.LatencyHistogram;
import io.github.swipestorm.client.measure.OperationMeasurements;
import io.github.swipestorm.client.measure.Timeline;
import io.github.swipestorm.client.measure.TimelineBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * The run's latency histograms, and its timeline second by second. The collector's thread fills one set of histograms,
 * which equals the merged per-worker histograms without the memory of 200 of them.
 */
public final class LatencyRecorder implements AttemptSink {

    private final RunClock clock;
    private final LatencyHistogram sendLag = new LatencyHistogram();
    private final LatencyHistogram failed = new LatencyHistogram();
    private final LatencyHistogram requests = new LatencyHistogram();
    private final TimelineBuilder timeline = new TimelineBuilder();
    private final LatencyHeatMapBuilder heatMap = new LatencyHeatMapBuilder();
    private final OperationRecorder operations;
    private final IterationRecorder iterations;

    /**
     * Records a run of a workload with any number of operations.
     *
     * @param clock tells when in the run an attempt was done
     */
    public LatencyRecorder(RunClock clock) {
        this(clock, Integer.MAX_VALUE, List.of());
    }

    /**
     * @param operations how many the workload has; the only one of a workload is not recorded twice
     * @param scenarios the names of the workload's scenarios, by their ids
     */
    LatencyRecorder(RunClock clock, int operations, List<String> scenarios) {
        this.clock = clock;
        this.operations = new OperationRecorder(operations > 1);
        this.iterations = new IterationRecorder(scenarios);
    }

    @Override
    public void accept(Attempt attempt) {
        long sentUs = clock.sinceStartUs(attempt.sent());
        long dueUs = clock.sinceStartUs(attempt.due());
        long serviceUs = attempt.serviceUs();
        long doneUs = sentUs + serviceUs;
        long responseUs = doneUs - dueUs;
        boolean ok = attempt.ok();
        if (ok) {
            heatMap.add(doneUs, responseUs);
        } else {
            failed.record(serviceUs);
        }
        if (attempt.attempt() == 1) {
            sendLag.record(sentUs - dueUs);
        }
        if (ok && attempt.last() && attempt.begun() != Attempt.UNKNOWN_BEGUN) {
            requests.record(doneUs - clock.sinceStartUs(attempt.begun()));
        }
        timeline.add(sentUs, doneUs, serviceUs, responseUs, ok, attempt.attempt(), attempt.bytes());
        operations.add(attempt, ok, sentUs, doneUs, serviceUs, responseUs);
    }

    @Override
    public void acceptIteration(Attempt iteration) {
        iterations.add(iteration);
    }

    /**
     * Everything that was counted.
     *
     * @param names of the operations, by their ids
     * @param view of each histogram that goes on counting; the histogram itself after the collector has ended, a copy before
     */
    public Measurements measurements(
            Counts counts, Map<String, Long> failureDetails, List<String> names, UnaryOperator<LatencyHistogram> view) {
        Timeline seconds = timeline.build();
        List<OperationMeasurements> rows = operations.measurements(names, view, seconds);
        return new Measurements(
                counts,
                failureDetails,
                operations.sum(row -> row.service),
                operations.sum(row -> row.response),
                operations.sum(row -> row.firstByte),
                view.apply(sendLag),
                view.apply(failed),
                view.apply(requests),
                seconds,
                heatMap.build(),
                rows,
                iterations.measurements(view),
                Optional.empty(),
                List.of());
    }
}
