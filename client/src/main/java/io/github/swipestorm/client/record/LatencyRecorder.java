package io.github.swipestorm.client.record;

import io.github.swipestorm.client.clock.RunClock;
import io.github.swipestorm.client.measure.LatencyHeatMap;
import io.github.swipestorm.client.measure.LatencyHeatMapBuilder;
import io.github.swipestorm.client.measure.LatencyHistogram;
import io.github.swipestorm.client.measure.Timeline;
import io.github.swipestorm.client.measure.TimelineBuilder;

/**
 * The run's latencies in histograms, and the run second by second. One set of histograms is filled by the collector's
 * thread: what per-worker histograms would be merged into, without the memory of 200 of them.
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

    public LatencyRecorder(RunClock clock) {
        this.clock = clock;
    }

    @Override
    public void accept(Attempt attempt) {
        long serviceUs = (attempt.done() - attempt.sent()) / 1_000;
        long doneUs = clock.sinceStartUs(attempt.done());
        long responseUs = (attempt.done() - attempt.due()) / 1_000;
        boolean ok = attempt.ok();
        if (ok) {
            service.record(serviceUs);
            response.record(responseUs);
            heatMap.add(doneUs, responseUs);
        } else {
            failed.record(serviceUs);
        }
        if (attempt.attempt() == 1) {
            sendLag.record((attempt.sent() - attempt.due()) / 1_000);
        }
        if (ok && attempt.last()) {
            requests.record((attempt.done() - attempt.begun()) / 1_000);
        }
        timeline.add(
                clock.sinceStartUs(attempt.sent()),
                doneUs,
                serviceUs,
                responseUs,
                ok,
                attempt.attempt(),
                attempt.bytes());
    }

    /** Done - sent of ok attempts. To be read after the collector has ended. */
    public LatencyHistogram service() {
        return service;
    }

    /** Done - due of ok attempts, where due is that of the request. To be read after the collector has ended. */
    public LatencyHistogram response() {
        return response;
    }

    /** Sent - due of first attempts. To be read after the collector has ended. */
    public LatencyHistogram sendLag() {
        return sendLag;
    }

    /** Done - sent of attempts that were not ok. To be read after the collector has ended. */
    public LatencyHistogram failed() {
        return failed;
    }

    /** From the first attempt's sending to the last one's end, of ok requests. To be read after the collector has ended. */
    public LatencyHistogram requests() {
        return requests;
    }

    /** The run second by second. To be read after the collector has ended. */
    public Timeline timeline() {
        return timeline.build();
    }

    /** The response times of ok attempts by when they were done. To be read after the collector has ended. */
    public LatencyHeatMap heatMap() {
        return heatMap.build();
    }
}
