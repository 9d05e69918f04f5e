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
 * Lets other threads see what is being recorded. Only the collector's thread may look at it, so whoever wants a copy leaves
 * a wish, which that thread fulfils at the end of its round: a read of a variable when there is none.
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
        // Of interest is only what the sinks before have made of it.
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
            // A run is not lost because somebody wished to watch it.
            granted.completeExceptionally(e);
        }
    }

    /** There will be no further round: whoever waits need not wait any longer. */
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
     * What was recorded up to the next end of a round; for any thread. Those who wish at the same time get the same copy.
     *
     * @return empty when there was no such end for so long, when there will be none any more, or when the thread was
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
