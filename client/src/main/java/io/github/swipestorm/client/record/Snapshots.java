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
    private final AtomicReference<CompletableFuture<Measurements>> requested = new AtomicReference<>();
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
        if (requested.get() == null) {
            return;
        }
        CompletableFuture<Measurements> request = requested.getAndSet(null);
        if (request == null) {
            return;
        }
        try {
            request.complete(copying.get());
        } catch (RuntimeException e) {
            // A failed snapshot must not end the run.
            request.completeExceptionally(e);
        }
    }

    /** There are no further rounds: releases waiting readers. */
    void end() {
        ended = true;
        refuse(requested.getAndSet(null));
    }

    private static void refuse(CompletableFuture<Measurements> request) {
        if (request != null) {
            request.cancel(false);
        }
    }

    /**
     * A snapshot at the next end of a round; thread-safe. Concurrent callers share one copy.
     *
     * @return empty when no round ended within the time limit, when there are no further rounds, or when the thread was
     *     interrupted
     */
    Optional<Measurements> next(Duration patience) {
        CompletableFuture<Measurements> request =
                requested.updateAndGet(there -> there == null ? new CompletableFuture<>() : there);
        if (ended) {
            refuse(requested.getAndSet(null));
        }
        try {
            return Optional.of(request.get(patience.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException | ExecutionException | CancellationException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
