package io.github.swipestorm.client.clock;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/**
 * How far the clock of another machine is ahead of the one here, estimated from round trips: the other clock was read at some time
 * during the round trip, so half of its duration bounds the error (Cristian, "Probabilistic clock synchronization", 1989). Works for
 * any two clocks that count nanoseconds, also for monotonic ones with unrelated zeros.
 *
 * @param nanos the reading there minus the reading here, at one instant
 * @param uncertaintyNanos bound of the error of {@code nanos} in either direction, at least 0
 */
public record ClockOffset(long nanos, long uncertaintyNanos) {

    /** The same clock. */
    public static final ClockOffset NONE = new ClockOffset(0, 0);

    /**
     * The offset by one round trip.
     *
     * @param sent when the request was sent, by the clock here
     * @param there the reading of the clock there in the reply
     * @param received when the reply was received, by the clock here
     */
    public static ClockOffset of(long sent, long there, long received) {
        long trip = received - sent;
        return new ClockOffset(there - (sent + trip / 2), (trip + 1) / 2);
    }

    /** The one with the smallest uncertainty of several that were measured at about the same time; empty for none. */
    public static Optional<ClockOffset> best(Collection<ClockOffset> offsets) {
        return offsets.stream().min(Comparator.comparingLong(ClockOffset::uncertaintyNanos));
    }

    /** The reading of the clock there when the clock here reads {@code here}. */
    public long there(long here) {
        return here + nanos;
    }

    /**
     * The least drift between this measurement and a later one that their uncertainties permit; 0 when the uncertainties explain the
     * whole difference.
     */
    public long driftNanos(ClockOffset later) {
        return Math.max(0, Math.abs(later.nanos - nanos) - uncertaintyNanos - later.uncertaintyNanos);
    }
}
