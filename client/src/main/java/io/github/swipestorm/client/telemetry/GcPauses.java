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
 * The times in which this JVM's garbage collector stood it still, as its beans tell them afterwards. What ZGC and Shenandoah
 * do while the program goes on has beans of its own, whose names end in "Cycles"; those are left out.
 */
final class GcPauses implements MetricSource, NotificationListener {

    /** What is marked in a report is bounded; the reading goes on. */
    private static final int MOST_PAUSES = 100_000;

    private final List<GarbageCollectorMXBean> beans = ManagementFactory.getGarbageCollectorMXBeans().stream()
            .filter(bean -> stops(bean.getName()))
            .toList();
    private final Counter millis = new Counter();
    private final List<Told> told = new ArrayList<>();
    /**
     * By how much the JVM's clock for such things, in which nobody else can look, is behind the one of the run. It is told of
     * each pause some time after its end; what was told soonest is nearest to the truth.
     */
    private long behindMillis = Long.MAX_VALUE;

    private final NanoClock clock;
    private long startNanos;
    private boolean started;

    /** A pause by the collector's own clock, in milliseconds. */
    private record Told(long beganMillis, long lastedMillis, String cause) {}

    GcPauses(NanoClock clock) {
        this.clock = clock;
        for (GarbageCollectorMXBean bean : beans) {
            if (bean instanceof NotificationEmitter emitter) {
                emitter.addNotificationListener(this, null, null);
            }
        }
    }

    /** Whether the program stands still while a collector of this name works. */
    static boolean stops(String collector) {
        return !collector.endsWith("Cycles");
    }

    /** The clock of the run starts at this reading of it. */
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

    /** Notes a pause down of which the JVM told at an instant. */
    synchronized void paused(long beganMillis, long lastedMillis, String cause, long toldNanos) {
        behindMillis = Math.min(behindMillis, TimeUnit.NANOSECONDS.toMillis(toldNanos) - beganMillis - lastedMillis);
        if (told.size() < MOST_PAUSES) {
            told.add(new Told(beganMillis, lastedMillis, cause));
        }
    }

    /** The pauses of the run so far, or the part of each that lay in the run; begun at an instant known to some ms. */
    synchronized List<GcPause> pauses() {
        long startMillis = TimeUnit.NANOSECONDS.toMillis(startNanos);
        List<GcPause> pauses = new ArrayList<>();
        for (Told pause : told) {
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
                    // Then it is not told any more, which is all that is wanted.
                }
            }
        }
    }
}
