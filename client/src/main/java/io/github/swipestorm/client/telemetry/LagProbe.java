package io.github.swipestorm.client.telemetry;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.thread.DaemonThreads;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

/**
 * A thread that wakes up every 20 ms and measures how late it is: any other thread of the client may be delayed as
 * much, whether for lack of a CPU, by the garbage collector or by a quota. The timer itself is some 60 us late.
 */
final class LagProbe implements MetricSource {

    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    /** A shorter lag is no event of a flight recording. */
    private static final long EVENT_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final NanoClock clock;
    private long longest;
    private long sum;
    private long wakes;
    private final Thread thread = DaemonThreads.unstarted("swipestorm-lag", this::probe);
    private volatile boolean ended;
    /** When the current wait should end: being late counts before the thread runs again. */
    private volatile long wanted;

    LagProbe(NanoClock clock) {
        this.clock = clock;
        wanted = clock.nanoTime() + PERIOD_NANOS;
        thread.start();
    }

    private void probe() {
        while (!ended) {
            long wake = clock.nanoTime() + PERIOD_NANOS;
            wanted = wake;
            for (long left = PERIOD_NANOS; left > 0 && !ended; left = wake - clock.nanoTime()) {
                LockSupport.parkNanos(this, left);
            }
            late(clock.nanoTime() - wake);
        }
    }

    Thread thread() {
        return thread;
    }

    /** The client could not run for some time, in a flight recording. */
    @Name("swipestorm.Lag")
    @Label("Scheduling Lag")
    @Category("Swipestorm")
    @Description("A thread that wakes up every 20 ms woke up late: any other thread of the client may have been, too")
    @StackTrace(false)
    private static final class Lag extends Event {
        @Label("Lag")
        @Timespan(Timespan.NANOSECONDS)
        private long lag;
    }

    private void late(long nanos) {
        count(nanos);
        if (nanos >= EVENT_NANOS && FlightRecorder.isInitialized()) {
            Lag event = new Lag();
            event.lag = nanos;
            event.commit();
        }
    }

    private synchronized void count(long nanos) {
        longest = Math.max(longest, nanos);
        sum += Math.max(0, nanos);
        wakes++;
    }

    @Override
    public synchronized void read(SampleBuilder interval) {
        long soFar = Math.max(0, clock.nanoTime() - wanted);
        interval.put(Metric.SCHEDULING_LAG, Math.max(longest, soFar) / 1e6);
        interval.put(Metric.MEAN_LAG, wakes == 0 ? soFar / 1e6 : sum / 1e6 / wakes);
        longest = 0;
        sum = 0;
        wakes = 0;
    }

    @Override
    public void close() {
        ended = true;
        LockSupport.unpark(thread);
    }
}
