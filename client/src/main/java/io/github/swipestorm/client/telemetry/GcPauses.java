package io.github.swipestorm.client.telemetry;

import com.sun.management.GarbageCollectionNotificationInfo;
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
final class GcPauses implements Source, NotificationListener {

    /** What is marked in a report is bounded; the reading goes on. */
    private static final int MOST_PAUSES = 100_000;

    private final List<GarbageCollectorMXBean> beans = ManagementFactory.getGarbageCollectorMXBeans().stream()
            .filter(bean -> stops(bean.getName()))
            .toList();
    private final Counter millis = new Counter();
    private final List<GcPause> pauses = new ArrayList<>();
    /** What the JVM's own clock for such things, which begins with the JVM, read when the run began. */
    private long startMillis = Long.MAX_VALUE;

    GcPauses() {
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

    /** The clock of the run starts at this reading of {@link System#nanoTime}. */
    synchronized void start(long startNanos) {
        long sinceStart = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - startNanos);
        startMillis = ManagementFactory.getRuntimeMXBean().getUptime() - sinceStart;
    }

    @Override
    public void handleNotification(Notification notification, Object handback) {
        if (GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION.equals(notification.getType())) {
            GarbageCollectionNotificationInfo info =
                    GarbageCollectionNotificationInfo.from((CompositeData) notification.getUserData());
            paused(info.getGcInfo().getStartTime(), info.getGcInfo().getDuration(), info.getGcCause());
        }
    }

    /** Notes a pause down if it was in the run, or the part of it that was. */
    synchronized void paused(long beganMillis, long lastedMillis, String cause) {
        long from = Math.max(beganMillis, startMillis);
        long to = beganMillis + lastedMillis;
        if (to >= from && pauses.size() < MOST_PAUSES) {
            pauses.add(new GcPause((from - startMillis) * 1_000, (to - from) * 1_000, cause));
        }
    }

    /** The pauses of the run so far. */
    synchronized List<GcPause> pauses() {
        return List.copyOf(pauses);
    }

    @Override
    public void read(Interval interval) {
        long all = 0;
        for (GarbageCollectorMXBean bean : beans) {
            all += Math.max(0, bean.getCollectionTime());
        }
        interval.putRate(Reading.GC_PAUSE, millis.growth(all));
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
