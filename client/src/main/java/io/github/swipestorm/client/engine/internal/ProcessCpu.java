package io.github.swipestorm.client.engine.internal;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Optional;

/** CPU time, user and system, of this whole process between two moments. Not thread-safe. */
final class ProcessCpu {

    private final OperatingSystemMXBean system =
            ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean bean ? bean : null;
    private long begin = -1;
    private long end = -1;

    void start() {
        begin = read();
    }

    void stop() {
        end = read();
    }

    /**
     * The time between start and stop; empty when it was not started and stopped, or where the system does not report
     * it.
     */
    Optional<Duration> time() {
        return begin < 0 || end < begin ? Optional.empty() : Optional.of(Duration.ofNanos(end - begin));
    }

    private long read() {
        return system == null ? -1 : system.getProcessCpuTime();
    }
}
