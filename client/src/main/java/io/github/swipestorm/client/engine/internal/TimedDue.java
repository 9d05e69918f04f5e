package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.arrival.ArrivalSchedule;
import io.github.swipestorm.client.clock.RunClock;
import java.time.Duration;
import java.util.Optional;

/** Open loop: requests are due by a schedule, whatever the outcomes of earlier ones. */
final class TimedDue implements DueTimes {

    private final ArrivalSchedule schedule;
    private final RunClock clock;
    private final long endNanos;

    /**
     * Due times by a schedule that begins when the clock starts.
     *
     * @param end after which nothing is due
     */
    TimedDue(ArrivalSchedule schedule, RunClock clock, Optional<Duration> end) {
        this.schedule = schedule;
        this.clock = clock;
        this.endNanos = end.map(Duration::toNanos).orElse(ArrivalSchedule.NEVER);
    }

    @Override
    public long due(long index, long free) {
        long due = schedule.due(index);
        return due >= endNanos ? NEVER : clock.startNanos() + due;
    }
}
