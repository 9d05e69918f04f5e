package io.github.swipestorm.client.record;

import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.measure.LatencyDistribution;
import io.github.swipestorm.client.measure.LatencyHeatMap;
import io.github.swipestorm.client.measure.Timeline;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What was kept of one run.
 *
 * @param counts requests and attempts
 * @param failureDetails why attempts failed, with how often each was seen, most frequent first; the last may be all others
 * @param service service time (done - sent) of ok attempts
 * @param response response time (done - due) of ok attempts, due being the request's
 * @param sendLag sent - due of each request's first attempt; in a closed loop next to nothing
 * @param failed service time of attempts that were not ok
 * @param requests time of whole requests that were ok, all their attempts and pauses included
 * @param timeline the run second by second
 * @param heatMap response time of ok attempts by when they were done
 * @param records what became of the per-request CSV; empty when none was wanted
 * @param problems what could not be written, one line each
 */
public record Measurements(
        Counts counts,
        Map<String, Long> failureDetails,
        LatencyDistribution service,
        LatencyDistribution response,
        LatencyDistribution sendLag,
        LatencyDistribution failed,
        LatencyDistribution requests,
        Timeline timeline,
        LatencyHeatMap heatMap,
        Optional<RecordsFileStatus> records,
        List<String> problems) {

    /** The same with what became of the files. */
    Measurements with(Optional<RecordsFileStatus> fate, List<String> newProblems) {
        return new Measurements(
                counts,
                failureDetails,
                service,
                response,
                sendLag,
                failed,
                requests,
                timeline,
                heatMap,
                fate,
                List.copyOf(newProblems));
    }
}
