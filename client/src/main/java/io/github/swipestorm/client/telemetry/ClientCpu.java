package io.github.swipestorm.client.telemetry;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.IntStream;

/** CPU time of this process, and of its threads that many workers depend on, as the JVM reports it. */
final class ClientCpu implements MetricSource {

    private final OperatingSystemMXBean system =
            ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean bean ? bean : null;
    private final Counter process = new Counter();
    private final Busiest loops;
    private final Busiest recording;
    private final List<Busiest> sampling;

    /**
     * Samples this process.
     *
     * @param loops threads that each carry many workers; may be empty
     * @param recording threads that record attempts
     * @param sampling threads that take samples
     */
    ClientCpu(List<Thread> loops, List<Thread> recording, List<Thread> sampling) {
        this.loops = new Busiest(loops);
        this.recording = new Busiest(recording);
        this.sampling =
                sampling.stream().map(thread -> new Busiest(List.of(thread))).toList();
    }

    @Override
    public void read(SampleBuilder interval) throws IOException {
        long nanos = system == null ? -1 : system.getProcessCpuTime();
        if (nanos < 0) {
            throw new IOException("this JVM does not report its CPU time");
        }
        interval.putRate(Metric.CLIENT_CPU, process.growth(nanos) / 1e9);
        interval.putRate(Metric.BUSIEST_LOOP, loops.growth() / 1e9);
        interval.putRate(Metric.RECORDING, recording.growth() / 1e9);
        interval.putRate(
                Metric.SAMPLING, sampling.stream().mapToDouble(Busiest::growth).sum() / 1e9);
    }

    private static final class Busiest {

        private final long[] ids;
        private final Counter[] counters;
        private final ThreadMXBean threads =
                ManagementFactory.getThreadMXBean() instanceof ThreadMXBean bean && bean.isThreadCpuTimeSupported()
                        ? bean
                        : null;

        private Busiest(List<Thread> watched) {
            ids = watched.stream().mapToLong(Thread::getId).toArray();
            counters =
                    IntStream.range(0, ids.length).mapToObj(i -> new Counter()).toArray(Counter[]::new);
        }

        /** CPU time of the busiest one in nanoseconds; NaN when that is unknown. A thread that has ended has -1. */
        private double growth() {
            double most = Double.NaN;
            for (int i = 0; threads != null && i < ids.length; i++) {
                double growth = counters[i].growth(threads.getThreadCpuTime(ids[i]));
                if (growth >= 0 && !(growth <= most)) {
                    most = growth;
                }
            }
            return most;
        }
    }
}
