package io.github.swipestorm.client.engine;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Lets a run be stopped from outside, once, by any thread, also before the run has begun. */
public final class StopSignal {

    private final CompletableFuture<StopReason> reason = new CompletableFuture<>();

    /** Asks the run to end; only the first reason counts. */
    public void stop(StopReason why) {
        reason.complete(why);
    }

    /** Asks the run to end after a time, unless it was asked before. */
    void stopAfter(Duration time, StopReason why) {
        reason.completeOnTimeout(why, time.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Whether the run was asked to end. */
    public boolean isStopped() {
        return reason.isDone();
    }

    /** Why it was asked to end, or the alternative when it was not. */
    public StopReason reasonOr(StopReason alternative) {
        return reason.getNow(alternative);
    }

    /** Waits until the run is asked to end, but not longer than this; says whether it was. */
    public boolean await(Duration atMost) throws InterruptedException {
        return await(atMost.toNanos());
    }

    /** Waits until the run is asked to end, but not longer than so many nanoseconds; says whether it was. */
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

    /** Runs an action as soon as the run is asked to end, on the thread that asks. */
    public void onStop(Consumer<StopReason> action) {
        reason.thenAccept(action);
    }
}
