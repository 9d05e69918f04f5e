package io.github.swipestorm.client.telemetry;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;

/**
 * Bytes that Java code of this process has allocated. Since Java 21 the JVM provides the sum; before that it is
 * computed here per thread, without what a thread allocated in the interval in which it ended.
 */
final class Allocation implements MetricSource {

    private final ThreadMXBean threads =
            ManagementFactory.getThreadMXBean() instanceof ThreadMXBean bean && bean.isThreadAllocatedMemorySupported()
                    ? bean
                    : null;
    private final Method total = total();
    private final Counter sum = new Counter();
    private Map<Long, Long> before = new HashMap<>();

    private static Method total() {
        try {
            return ThreadMXBean.class.getMethod("getTotalThreadAllocatedBytes");
        } catch (NoSuchMethodException e) {
            return null;
        }
    }

    @Override
    public void read(SampleBuilder interval) throws IOException {
        if (threads == null) {
            throw new IOException("this JVM does not report what it allocates");
        }
        interval.putRate(Metric.ALLOCATION, total == null ? growthOfEach() : sum.growth(ofAll()));
    }

    private double ofAll() throws IOException {
        try {
            return (long) total.invoke(threads);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IOException(e);
        }
    }

    private double growthOfEach() {
        long[] ids = threads.getAllThreadIds();
        long[] allocated = threads.getThreadAllocatedBytes(ids);
        Map<Long, Long> now = new HashMap<>();
        double growth = before.isEmpty() ? Double.NaN : 0;
        for (int i = 0; i < ids.length; i++) {
            if (allocated[i] >= 0) {
                now.put(ids[i], allocated[i]);
                growth += allocated[i] - before.getOrDefault(ids[i], 0L);
            }
        }
        before = now;
        return growth;
    }
}
