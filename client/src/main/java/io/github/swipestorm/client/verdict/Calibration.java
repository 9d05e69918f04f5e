package io.github.swipestorm.client.verdict;

import io.github.swipestorm.client.engine.RunResult;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * This client's capacity with each sender variant, on one machine and JVM: the result of the command {@code calibrate}.
 *
 * @param measuredAt when
 * @param machine where; a calibration is not valid for another one
 * @param ceilings one for each sender variant
 */
public record Calibration(Instant measuredAt, HostFingerprint machine, List<ClientCapacity> ceilings) {

    public Calibration {
        ceilings = List.copyOf(ceilings);
    }

    /**
     * The measured capacity for work that is comparable with a run's, if the client was the limit in its measurement.
     */
    Optional<ClientCapacity> ceilingFor(RunResult result) {
        return ceilings.stream()
                .filter(ceiling -> ceiling.limitedByClient() && ceiling.comparable(result))
                .findFirst();
    }
}
