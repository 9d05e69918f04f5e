package io.github.swipestorm.client.record;

import io.github.swipestorm.client.clock.RunClock;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.measure.LatencyHeatMapBuilder;
import io.github.swipestorm.client.measure.LatencyHistogram;
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
    private final LatencyHistogram service = new LatencyHistogram();
    private final LatencyHistogram response = new LatencyHistogram();
    private final LatencyHistogram sendLag = new LatencyHistogram();
    private final LatencyHistogram failed = new LatencyHistogram();
    private final LatencyHistogram requests = new LatencyHistogram();
    private final TimelineBuilder timeline = new TimelineBuilder();
    private final LatencyHeatMapBuilder heatMap = new LatencyHeatMapBuilder();

    /** @param clock tells when in the run an attempt was done */
    public LatencyRecorder(RunClock clock) {
        this.clock = clock;
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
            service.record(serviceUs);
            response.record(responseUs);
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
    }

    /**
     * Everything that was counted.
     *
     * @param view of each histogram; the histogram itself after the collector has ended, a copy before
     */
    public Measurements measurements(
            Counts counts, Map<String, Long> failureDetails, UnaryOperator<LatencyHistogram> view) {
        return new Measurements(
                counts,
                failureDetails,
                view.apply(service),
                view.apply(response),
                view.apply(sendLag),
                view.apply(failed),
                view.apply(requests),
                timeline.build(),
                heatMap.build(),
                Optional.empty(),
                List.of());
    }
}
