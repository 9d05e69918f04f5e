package io.github.swipestorm.client.engine;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Stops a run from outside. Works once, also before the run has begun. Thread-safe. */
public final class StopSignal {

    private final CompletableFuture<StopReason> reason = new CompletableFuture<>();

    /** Requests the stop; only the first reason counts. */
    public void stop(StopReason why) {
        reason.complete(why);
    }

    /** Requests the stop after a delay, unless it was requested before. */
    void stopAfter(Duration time, StopReason why) {
        reason.completeOnTimeout(why, time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Whether the stop was requested. */
    public boolean isStopped() {
        return reason.isDone();
    }

    /** Why the stop was requested, or the alternative when it was not. */
    public StopReason reasonOr(StopReason alternative) {
        return reason.getNow(alternative);
    }

    /**
     * Waits until the stop is requested, at most this long.
     *
     * @return whether it was
     * @throws InterruptedException when the waiting thread is interrupted
     */
    public boolean await(Duration atMost) throws InterruptedException {
        return await(atMost.toNanos());
    }

    /**
     * Waits until the stop is requested, at most this many nanoseconds.
     *
     * @return whether it was
     * @throws InterruptedException when the waiting thread is interrupted
     */
    public boolean await(long nanos) throws InterruptedException {
        try {
            reason.get(nanos, TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Runs an action as soon as the stop is requested, on the requesting thread; at once if it already was. */
    public void onStop(Consumer<StopReason> action) {
        reason.thenAccept(action);
    }
}
