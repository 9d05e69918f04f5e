package io.github.swipestorm.client.record;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/**
 * Lets other threads take a consistent snapshot. Recorder state is confined to the collector's thread, so readers post
 * a request that the collector completes at the end of its round. Cost without a request: one volatile read.
 */
final class Snapshots implements AttemptSink {

    private final Supplier<Measurements> copying;
    private final AtomicReference<CompletableFuture<Measurements>> wish = new AtomicReference<>();
    private volatile boolean ended;

    /** @param copying makes the copy; called by the collector's thread */
    Snapshots(Supplier<Measurements> copying) {
        this.copying = copying;
    }

    @Override
    public void accept(Attempt attempt) {
        // Only the state of the preceding sinks matters.
    }

    @Override
    public void endOfRound() {
        if (wish.get() == null) {
            return;
        }
        CompletableFuture<Measurements> granted = wish.getAndSet(null);
        if (granted == null) {
            return;
        }
        try {
            granted.complete(copying.get());
        } catch (RuntimeException e) {
            // A failed snapshot must not end the run.
            granted.completeExceptionally(e);
        }
    }

    /** There are no further rounds: releases waiting readers. */
    void end() {
        ended = true;
        refuse(wish.getAndSet(null));
    }

    private static void refuse(CompletableFuture<Measurements> unfulfilled) {
        if (unfulfilled != null) {
            unfulfilled.cancel(false);
        }
    }

    /**
     * A snapshot at the next end of a round; thread-safe. Concurrent callers share one copy.
     *
     * @return empty when no round ended within the time limit, when there are no further rounds, or when the thread was
     *     interrupted
     */
    Optional<Measurements> next(Duration patience) {
        CompletableFuture<Measurements> granted =
                wish.updateAndGet(there -> there == null ? new CompletableFuture<>() : there);
        if (ended) {
            refuse(wish.getAndSet(null));
        }
        try {
            return Optional.of(granted.get(patience.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException | ExecutionException | CancellationException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
