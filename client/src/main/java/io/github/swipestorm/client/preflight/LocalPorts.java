package io.github.swipestorm.client.preflight;

import java.time.Duration;

/**
 * The ports that the system uses for outgoing connections. Two connections from one address to the same server cannot
 * share a port, and a connection that this side closed keeps its port for a while, in the state TIME_WAIT.
 *
 * @param first the lowest
 * @param last the highest
 * @param timeWaitReuse {@code net.ipv4.tcp_tw_reuse}: 0 a port is never reused before its time, 1 after a second, 2
 *     after a second for connections to the machine itself
 */
public record LocalPorts(int first, int last, int timeWaitReuse) {

    /** Compiled into Linux (TCP_TIMEWAIT_LEN); no setting changes it. */
    private static final Duration TIME_WAIT = Duration.ofSeconds(60);

    /** With {@code tcp_tw_reuse}; Linux requires the two connections' time stamps to differ. */
    private static final Duration REUSED_AFTER = Duration.ofSeconds(1);

    /** Number of ports in the range. */
    public int size() {
        return last - first + 1;
    }

    /** How long a closed connection keeps its port. */
    Duration heldFor(boolean toThisMachine) {
        boolean reused = timeWaitReuse == 1 || (timeWaitReuse == 2 && toThisMachine);
        return reused ? REUSED_AFTER : TIME_WAIT;
    }
}
