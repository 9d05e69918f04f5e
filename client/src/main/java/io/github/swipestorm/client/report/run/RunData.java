package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.inference.Steadiness.SteadyPart;
import io.github.swipestorm.client.measure.LatencyDistribution;
import io.github.swipestorm.client.measure.LatencyHeatMap;
import io.github.swipestorm.client.measure.LatencyHistogram;
import io.github.swipestorm.client.measure.OperationMeasurements;
import io.github.swipestorm.client.measure.Timeline;
import io.github.swipestorm.client.measure.TimelineSecond;
import io.github.swipestorm.client.record.Measurements;
import io.github.swipestorm.client.report.store.Window;
import io.github.swipestorm.client.telemetry.Telemetry;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The data of a run's charts, whether the run is just over, still running, or read from its file.
 *
 * @param name of the run, for titles
 * @param seconds of the run or the part looked at, one after the other
 * @param endUs when its last attempt was done, in microseconds since its start
 * @param service service time of ok attempts
 * @param response response time of ok attempts
 * @param failed service time of the others
 * @param heatMap response time of ok attempts over time
 * @param telemetry what the client saw meanwhile
 * @param operations each of them second by second
 * @param agents the seconds of each, by its name, of a run that was spread over several
 * @param steady the part in which throughput kept one level; empty when there was none, or when it is not known
 */
public record RunData(
        String name,
        List<TimelineSecond> seconds,
        long endUs,
        LatencyDistribution service,
        LatencyHistogram response,
        LatencyDistribution failed,
        LatencyHeatMap heatMap,
        Telemetry telemetry,
        List<OperationMeasurements> operations,
        Map<String, Timeline> agents,
        Optional<SteadyPart> steady) {

    RunData(
            String name,
            List<TimelineSecond> seconds,
            long endUs,
            LatencyDistribution service,
            LatencyHistogram response,
            LatencyDistribution failed,
            LatencyHeatMap heatMap,
            Telemetry telemetry,
            List<OperationMeasurements> operations) {
        this(
                name,
                seconds,
                endUs,
                service,
                response,
                failed,
                heatMap,
                telemetry,
                operations,
                Map.of(),
                Optional.empty());
    }

    /** A run that is over. */
    static RunData of(String name, RunResult result) {
        Map<String, Timeline> agents = new LinkedHashMap<>();
        result.agents()
                .forEach(agent ->
                        agents.put(agent.name(), agent.result().recorded().timeline()));
        return of(name, result.recorded(), result.telemetry())
                .with(agents)
                .with(result.steadiness().part());
    }

    private RunData with(Map<String, Timeline> ofAgents) {
        return new RunData(
                name, seconds, endUs, service, response, failed, heatMap, telemetry, operations, ofAgents, steady);
    }

    /** The same with a steady part. */
    RunData with(Optional<SteadyPart> part) {
        return new RunData(
                name, seconds, endUs, service, response, failed, heatMap, telemetry, operations, agents, part);
    }

    /** What has been recorded of a run. */
    public static RunData of(String name, Measurements recorded, Telemetry telemetry) {
        return of(
                name,
                recorded,
                recorded.timeline().seconds(),
                recorded.timeline().endUs(),
                telemetry);
    }

    /** What a file of records tells, and what was seen meanwhile. */
    static RunData of(String name, RecordsAnalysis analysis, Telemetry telemetry) {
        return of(name, analysis.counted(), analysis.seconds(), analysis.endUs(), telemetry);
    }

    private static RunData of(
            String name, Measurements recorded, List<TimelineSecond> seconds, long endUs, Telemetry telemetry) {
        return new RunData(
                name,
                seconds,
                endUs,
                recorded.service(),
                recorded.response(),
                recorded.failed(),
                recorded.heatMap(),
                telemetry,
                recorded.operations());
    }

    /** The time range of all charts, so that simultaneous events are aligned; at least a second. */
    Window shown() {
        double from = seconds.isEmpty() ? 0 : seconds.get(0).second();
        return new Window(from, from + Math.max(1, seconds.size()));
    }
}
