package io.github.swipestorm.client.clock;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/**
 * How far another machine's clock is ahead of this one's, as exchanges of messages show it: when one message arrived there is not
 * known better than to half of the time that it and its answer took (Cristian, "Probabilistic clock synchronization", 1989). Holds
 * for any two clocks that count nanoseconds, monotonic ones with unrelated zeros among them.
 *
 * @param nanos to be added to a reading of the clock here for that of the clock there
 * @param uncertaintyNanos how far {@code nanos} may be off in either direction, at least 0
 */
public record ClockOffset(long nanos, long uncertaintyNanos) {

    /** The same clock. */
    public static final ClockOffset NONE = new ClockOffset(0, 0);

    /**
     * The offset by one exchange.
     *
     * @param sent when the message was sent, by the clock here
     * @param there the reading of the clock there that the answer has
     * @param received when the answer was received, by the clock here
     */
    public static ClockOffset of(long sent, long there, long received) {
        long trip = received - sent;
        return new ClockOffset(there - (sent + trip / 2), (trip + 1) / 2);
    }

    /** The most certain of several, of the same two clocks at about the same time. */
    public static Optional<ClockOffset> best(Collection<ClockOffset> offsets) {
        return offsets.stream().min(Comparator.comparingLong(ClockOffset::uncertaintyNanos));
    }

    /** The reading of the clock there when the clock here reads {@code here}. */
    public long there(long here) {
        return here + nanos;
    }

    /** The reading of the clock here when the clock there reads {@code there}. */
    public long here(long there) {
        return there - nanos;
    }

    /**
     * By how much the clocks have certainly drifted apart between this measurement and a later one; 0 when both may be true
     * without any drift.
     */
    public long driftNanos(ClockOffset later) {
        return Math.max(0, Math.abs(later.nanos - nanos) - uncertaintyNanos - later.uncertaintyNanos);
    }
}
