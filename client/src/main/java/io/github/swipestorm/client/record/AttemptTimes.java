package io.github.swipestorm.client.record;

/**
 * How the workers spent their time, from the recorded attempts. In nanoseconds.
 *
 * @param waitedNanos sum of done - sent over all attempts: the time that workers waited for responses
 * @param cycleNanos sum of the last attempt's done - due over all requests; in a closed loop, in which a request is due
 *     when its worker is free, the time that workers spent on requests
 * @param firstNanos sum of done - sent over the first attempt of each worker, as far as these were ok
 * @param firsts how many those were
 * @param lastDone when the latest attempt ended: a reading of the run's clock, {@link Long#MIN_VALUE} before the first
 */
public record AttemptTimes(long waitedNanos, long cycleNanos, long firstNanos, int firsts, long lastDone) {

    /** Nothing yet. */
    public static final AttemptTimes NONE = new AttemptTimes(0, 0, 0, 0, Long.MIN_VALUE);
}
