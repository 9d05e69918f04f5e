package io.github.swipestorm.client.telemetry;

import com.sun.management.GarbageCollectionNotificationInfo;
import io.github.swipestorm.client.clock.NanoClock;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.management.ListenerNotFoundException;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.NotificationListener;
import javax.management.openmbean.CompositeData;

/**
 * The stop-the-world pauses of this JVM's garbage collector, as its beans report them afterwards. The concurrent work
 * of ZGC and Shenandoah has separate beans, whose names end in "Cycles"; those are ignored.
 */
final class GcPauses implements MetricSource, NotificationListener {

    /** Limits the pauses that a report marks; the reading continues. */
    private static final int MOST_PAUSES = 100_000;

    private final List<GarbageCollectorMXBean> beans = ManagementFactory.getGarbageCollectorMXBeans().stream()
            .filter(bean -> stops(bean.getName()))
            .toList();
    private final Counter millis = new Counter();
    private final List<ReportedPause> reported = new ArrayList<>();
    /**
     * The offset of the JVM's internal clock for pauses, which cannot be read directly, from the run's clock. Each
     * pause is reported some time after its end; the smallest delay is nearest to the true offset.
     */
    private long behindMillis = Long.MAX_VALUE;

    private final NanoClock clock;
    private long startNanos;
    private boolean started;

    /** A pause by the collector's own clock, in milliseconds. */
    private record ReportedPause(long beganMillis, long lastedMillis, String cause) {}

    GcPauses(NanoClock clock) {
        this.clock = clock;
        for (GarbageCollectorMXBean bean : beans) {
            if (bean instanceof NotificationEmitter emitter) {
                emitter.addNotificationListener(this, null, null);
            }
        }
    }

    /** Whether a collector of this name stops the program while it works. */
    static boolean stops(String collector) {
        return !collector.endsWith("Cycles");
    }

    /** The run's clock starts at this reading. */
    synchronized void start(long nanos) {
        startNanos = nanos;
        started = true;
    }

    @Override
    public void handleNotification(Notification notification, Object handback) {
        if (GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION.equals(notification.getType())) {
            GarbageCollectionNotificationInfo info =
                    GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData());
            paused(
                    info.getGcInfo().getStartTime(),
                    info.getGcInfo().getDuration(),
                    info.getGcCause(),
                    clock.nanoTime());
        }
    }

    /** Records a pause that the JVM reported at an instant. */
    synchronized void paused(long beganMillis, long lastedMillis, String cause, long reportedNanos) {
        behindMillis =
                Math.min(behindMillis, TimeUnit.NANOSECONDS.toMillis(reportedNanos) - beganMillis - lastedMillis);
        if (reported.size() < MOST_PAUSES) {
            reported.add(new ReportedPause(beganMillis, lastedMillis, cause));
        }
    }

    /** The pauses of the run so far, or the part of each within the run; start times are accurate to some ms. */
    synchronized List<GcPause> pauses() {
        long startMillis = TimeUnit.NANOSECONDS.toMillis(startNanos);
        List<GcPause> pauses = new ArrayList<>();
        for (ReportedPause pause : reported) {
            long from = pause.beganMillis() + behindMillis - startMillis;
            long to = from + pause.lastedMillis();
            if (started && to >= 0) {
                pauses.add(new GcPause(Math.max(0, from) * 1_000, (to - Math.max(0, from)) * 1_000, pause.cause()));
            }
        }
        return pauses;
    }

    @Override
    public void read(SampleBuilder interval) {
        long all = 0;
        for (GarbageCollectorMXBean bean : beans) {
            all += Math.max(0, bean.getCollectionTime());
        }
        interval.putRate(Metric.GC_PAUSE, millis.growth(all));
    }

    @Override
    public void close() {
        for (GarbageCollectorMXBean bean : beans) {
            if (bean instanceof NotificationEmitter emitter) {
                try {
                    emitter.removeNotificationListener(this);
                } catch (ListenerNotFoundException e) {
                    // The listener is not registered any more, which is the goal.
                }
            }
        }
    }
}
