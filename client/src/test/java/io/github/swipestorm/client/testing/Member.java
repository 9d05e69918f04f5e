package io.github.swipestorm.client.testing;

import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A thread of a test with its result. Every wait for it is bounded.
 *
 * @param <T> what it gives back
 */
public final class Member<T> {

    private static final Set<Thread.State> PARKED = EnumSet.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);

    private final CompletableFuture<T> result = new CompletableFuture<>();
    private final Thread thread;

    private Member(Callable<T> work) {
        thread = new Thread(
                () -> {
                    try {
                        result.complete(work.call());
                    } catch (Throwable e) {
                        result.completeExceptionally(e);
                    }
                },
                "test-member");
        thread.setDaemon(true);
        thread.start();
    }

    /** Starts it. */
    public static <T> Member<T> doing(Callable<T> work) {
        return new Member<>(work);
    }

    /** Starts one that gives nothing back. */
    public static Member<Void> running(Runnable work) {
        return new Member<>(() -> {
            work.run();
            return null;
        });
    }

    /** Waits until it has ended, or waits for something itself. */
    public void awaitParkedOrEnded() {
        if (!parkedOrEnded()) {
            await().atMost(MAX_WAIT).pollInterval(Duration.ofMillis(1)).until(this::parkedOrEnded);
        }
    }

    private boolean parkedOrEnded() {
        return result.isDone() || PARKED.contains(thread.getState());
    }

    public boolean hasEnded() {
        return result.isDone();
    }

    public void interrupt() {
        thread.interrupt();
    }

    /** Its result; fails when it does not end, or ended with an exception. */
    public T result() {
        return resultWithin(MAX_WAIT);
    }

    public T resultWithin(Duration limit) {
        try {
            return result.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            AssertionError error = new AssertionError("A thread did not end; it is " + thread.getState());
            error.setStackTrace(thread.getStackTrace());
            throw error;
        } catch (ExecutionException e) {
            throw new AssertionError("A thread ended with " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(e);
        }
    }

    /** What it died of; fails when it has not ended with an exception. */
    public Throwable death() {
        try {
            T value = result.get(MAX_WAIT.toMillis(), TimeUnit.MILLISECONDS);
            throw new AssertionError("It did not die but gave " + value);
        } catch (ExecutionException e) {
            return e.getCause();
        } catch (TimeoutException | InterruptedException e) {
            throw new AssertionError("It did not end", e);
        }
    }
}
