package io.github.swipestorm.client.verdict;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.github.swipestorm.client.engine.RunResult;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * This client's capacity with each sender variant, on one machine and JVM: the result of the command {@code calibrate}.
 *
 * @param measuredAt when
 * @param machine where; a calibration is not valid for another one
 * @param capacities one for each sender variant; the file names them {@code ceilings}
 */
public record Calibration(
        Instant measuredAt,
        HostFingerprint machine,
        @JsonProperty("ceilings") List<ClientCapacity> capacities) {

    public Calibration {
        capacities = List.copyOf(capacities);
    }

    /**
     * The measured capacity for work that is comparable with a run's, if the client was the limit in its measurement.
     */
    Optional<ClientCapacity> capacityFor(RunResult result) {
        return capacities.stream()
                .filter(capacity -> capacity.limitedByClient() && capacity.comparable(result))
                .findFirst();
    }
}
