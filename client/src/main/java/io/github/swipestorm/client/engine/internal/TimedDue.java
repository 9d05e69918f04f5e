package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.arrival.ArrivalSchedule;
import io.github.swipestorm.client.clock.RunClock;
import java.time.Duration;
import java.util.Optional;

/** Open loop: requests are due by a timetable, whatever became of those before them. */
final class TimedDue implements DueTimes {

    private final ArrivalSchedule timetable;
    private final RunClock clock;
    private final long endNanos;

    /**
     * Due times by a timetable that begins when the clock starts.
     *
     * @param end after which nothing is due any more
     */
    TimedDue(ArrivalSchedule timetable, RunClock clock, Optional<Duration> end) {
        this.timetable = timetable;
        this.clock = clock;
        this.endNanos = end.map(Duration::toNanos).orElse(ArrivalSchedule.NEVER);
    }

    @Override
    public long due(long index, long free) {
        long due = timetable.due(index);
        return due >= endNanos ? NEVER : clock.startNanos() + due;
    }
}
