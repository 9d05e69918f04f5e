package io.github.swipestorm.client.distribution;

/**
 * A job to distribute.
 *
 * @param requests how many requests, at least 0; {@link #UNBOUNDED} when only time ends the run
 * @param workers how many workers share them, at least 1
 */
public record WorkItems(long requests, int workers) {

    /** More requests than any run can send. */
    public static final long UNBOUNDED = Long.MAX_VALUE;

    public WorkItems {
        if (requests < 0) {
            throw new IllegalArgumentException("There cannot be " + requests + " requests");
        }
        if (workers < 1) {
            throw new IllegalArgumentException("There must be at least 1 worker, not " + workers);
        }
    }
}
