package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.record.Measurements;
import io.github.swipestorm.client.telemetry.Telemetry;

/**
 * What one machine measured of a run in an interval of about a second. All intervals of a run, added up, are the run: what is
 * known of an agent that was lost, and what is shown of a run in progress.
 *
 * @param number of the interval, from 1; of a sum, the number of its last interval
 * @param measured what was counted in it; of the latest second only what had been recorded by then
 * @param telemetry the samples in it
 */
public record RunInterval(int number, Measurements measured, Telemetry telemetry) {

    /** No interval yet. */
    public static RunInterval none() {
        return new RunInterval(0, Measurements.none(), Telemetry.NONE);
    }

    /**
     * This sum of intervals, followed by the next one.
     *
     * @throws IllegalArgumentException when {@code next} is not the next one: without it, nothing after it can be counted
     */
    public RunInterval plus(RunInterval next) {
        if (next.number != number + 1) {
            throw new IllegalArgumentException("interval " + next.number + " after interval " + number);
        }
        return new RunInterval(next.number, measured.plus(next.measured), telemetry.and(next.telemetry));
    }

    /** The interval in bytes, for another machine; compressed, 5 to 15 KB, and some 2 KB more for each further operation. */
    public byte[] toBytes() {
        return SerializedResult.write(this);
    }

    /**
     * Reads what {@link #toBytes} wrote.
     *
     * @throws IllegalArgumentException when it is not an interval, or one of another version
     */
    public static RunInterval ofBytes(byte[] bytes) {
        return SerializedResult.readInterval(bytes);
    }

    /** Cuts a run in progress into intervals. Not thread-safe. */
    public static final class Cutter {

        private int number;
        private Measurements before = Measurements.none();
        private Telemetry seen = Telemetry.NONE;

        /**
         * The next interval.
         *
         * @param measured everything that was counted up to now
         * @param telemetry all samples up to now
         */
        public RunInterval next(Measurements measured, Telemetry telemetry) {
            number++;
            RunInterval next = new RunInterval(number, measured.minus(before), telemetry.since(seen));
            before = measured;
            seen = telemetry;
            return next;
        }
    }
}
