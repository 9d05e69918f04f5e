package io.github.swipestorm.client.distribution;

/** Hands one worker its requests. For that worker's thread alone. */
public interface RequestSource {

    /** No further request will come. */
    long FINISHED = -1;

    /** No request is there yet, but one may come. */
    long NONE_YET = -2;

    /**
     * The next request, waiting for it if the model makes workers wait.
     *
     * @return its index in the run, from 0, or {@link #FINISHED}
     * @throws InterruptedException when the waiting thread is interrupted
     */
    long next() throws InterruptedException;

    /**
     * The next request, without ever waiting.
     *
     * @return its index, {@link #FINISHED}, or {@link #NONE_YET}
     */
    long poll();
}
