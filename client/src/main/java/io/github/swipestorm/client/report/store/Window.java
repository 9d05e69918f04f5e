package io.github.swipestorm.client.report.store;

/**
 * A part of a run, in seconds since its start; it has what was sent at {@code from} or later, and
 * before {@code to}.
 *
 * @param from 0 or more
 * @param to more than {@code from}; infinite for the end of the run
 */
public record Window(double from, double to) {
    /** The run from its first attempt to its last. */
    public static final Window WHOLE = new Window(0, Double.POSITIVE_INFINITY);

    /**
     * Checks the limits.
     *
     * @throws IllegalArgumentException when they are not as said; the message is fit for a user
     */
    public Window {
        if (!(from >= 0 && to > from && Double.isFinite(from))) {
            throw new IllegalArgumentException("a part of a run goes from 0 s or later to a later second, not from "
                    + from + " s to " + to + " s");
        }
    }

    public boolean contains(long sinceStartUs) {
        return sinceStartUs >= fromUs() && sinceStartUs < toUs();
    }

    public long fromUs() {
        return Math.round(from * 1e6);
    }

    /** {@code Long.MAX_VALUE} when there is no limit. */
    public long toUs() {
        return Math.round(to * 1e6);
    }
}
