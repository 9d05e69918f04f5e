package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.clock.NanoClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that advances only when a test moves it. It begins below zero, as {@link System#nanoTime} may. */
public final class ManualClock implements NanoClock {

    private final AtomicLong now = new AtomicLong(-5_000_000_000L);

    @Override
    public long nanoTime() {
        return now.get();
    }

    public void advance(Duration time) {
        now.addAndGet(time.toNanos());
    }
}
