package io.github.swipestorm.client.distribution;

import java.util.function.LongUnaryOperator;

/** Supplies one worker with requests. Confined to that worker's thread. */
public interface RequestSource {

    /** No further request will come. */
    long FINISHED = -1;

    /** No request is available yet, but one may come. */
    long NONE_YET = -2;

    /**
     * The next request; waits for it if the model makes workers wait.
     *
     * @return its index in the run, from 0, or {@link #FINISHED}
     * @throws InterruptedException when the waiting thread is interrupted
     */
    long next() throws InterruptedException;

    /**
     * The next request, without waiting.
     *
     * @return its index, {@link #FINISHED}, or {@link #NONE_YET}
     */
    long poll();

    /**
     * The same requests by other indexes.
     *
     * @param index the answer of the new source to that of this one, {@link #FINISHED} and {@link #NONE_YET} included
     */
    default RequestSource mapped(LongUnaryOperator index) {
        RequestSource source = this;
        return new RequestSource() {
            @Override
            public long next() throws InterruptedException {
                return index.applyAsLong(source.next());
            }

            @Override
            public long poll() {
                return index.applyAsLong(source.poll());
            }
        };
    }
}
