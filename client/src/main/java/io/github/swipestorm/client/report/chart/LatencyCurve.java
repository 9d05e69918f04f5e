package io.github.swipestorm.client.report.chart;

import io.github.swipestorm.client.measure.LatencyDistribution;
import java.util.ArrayList;
import java.util.List;

/**
 * A line of the latency plot.
 *
 * @param name what was measured
 * @param latencies the values
 */
public record LatencyCurve(String name, LatencyDistribution latencies) {

    /** The ratio of the means from which two curves are distinguishable. */
    private static final double VISIBLE = 1.01;

    /**
     * The curves of a run's chart. Omits the response time where it would only hide the service time: in a closed loop
     * an attempt is sent as soon as it is due.
     */
    public static List<LatencyCurve> ofRun(
            LatencyDistribution service, LatencyDistribution response, LatencyDistribution failed) {
        List<LatencyCurve> curves = new ArrayList<>();
        curves.add(new LatencyCurve("service time", service));
        if (response.summary().meanUs() > service.summary().meanUs() * VISIBLE) {
            curves.add(new LatencyCurve("response time", response));
        }
        if (failed.count() > 0) {
            curves.add(new LatencyCurve("failed attempts", failed));
        }
        return curves;
    }
}
