package io.github.swipestorm.client.workload;

import io.github.swipestorm.client.arrival.Rate;
import java.util.Optional;

/**
 * Workers that execute one scenario only, such as the writers and the readers of a message board. With R roles, role r executes
 * the iterations r, r + R, r + 2R and so on, so that no role depends on how fast another one is.
 *
 * @param scenario its name
 * @param workers how many there are, at least 1
 * @param rate at which its iterations begin, however fast the responses are; empty when they begin as soon as a worker is free
 */
public record Role(String scenario, int workers, Optional<Rate> rate) {

    /** @throws IllegalArgumentException with a user-facing message when there are no workers */
    public Role {
        if (workers < 1) {
            throw new IllegalArgumentException(
                    "The scenario '" + scenario + "' must have at least 1 worker, not " + workers);
        }
    }
}
