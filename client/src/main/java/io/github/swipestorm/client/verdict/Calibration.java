package io.github.swipestorm.client.verdict;

import io.github.swipestorm.client.engine.RunResult;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What this client can send at best, each way, on one machine and JVM: the work of the command {@code calibrate}.
 *
 * @param measuredAt when
 * @param machine on what; a calibration says nothing about another one
 * @param ceilings one for each way of sending
 */
public record Calibration(Instant measuredAt, HostFingerprint machine, List<ClientCapacity> ceilings) {

    public Calibration {
        ceilings = List.copyOf(ceilings);
    }

    /** The ceiling of work that is comparable with a run's, if that was measured and the client was the limit. */
    Optional<ClientCapacity> ceilingFor(RunResult result) {
        return ceilings.stream()
                .filter(ceiling -> ceiling.limitedByClient() && ceiling.comparable(result))
                .findFirst();
    }
}
