package io.github.swipestorm.client.telemetry;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.thread.DaemonThreads;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Samples the client, the machine, the workers and the server once a second, on a dedicated thread. Sources that cannot be
 * read are absent and not read again; no error here ends a run.
 */
public final class Sampler {

    private static final long PERIOD_NANOS = TimeUnit.SECONDS.toNanos(1);

    private static final long NOT_STARTED = Long.MIN_VALUE;
    private static final long END_MILLIS = 2_000;

    private final List<MetricSource> sources;
    private final NanoClock clock;
    private final GcPauses gc;
    private final Samples samples = new Samples();
    private final CountDownLatch begin = new CountDownLatch(1);
    private final CountDownLatch end = new CountDownLatch(1);
    private final Thread thread = DaemonThreads.unstarted("swipestorm-telemetry", this::sampleAll);
    private volatile long startNanos = NOT_STARTED;
    private long lastNanos;

    /**
     * Prepares all sources and initialises counters; takes some milliseconds, and some 30 ms with 10,000 connections.
     *
     * @param clock of the run
     * @param activity of the run's workers
     * @param loops threads of the client that each carry many workers; may be empty
     * @param recording threads that record attempts
     * @param server its processes
     */
    public Sampler(
            NanoClock clock,
            WorkerActivity activity,
            List<Thread> loops,
            List<Thread> recording,
            ServerProcesses server) {
        this(Path.of("/"), clock, activity, loops, recording, server);
    }

    Sampler(
            Path root,
            NanoClock clock,
            WorkerActivity activity,
            List<Thread> loops,
            List<Thread> recording,
            ServerProcesses server) {
        this.clock = clock;
        gc = new GcPauses(clock);
        Path proc = root.resolve("proc");
        LagProbe lag = new LagProbe(clock);
        // The workers first, as their activity is accurate to the nanosecond; the rest changes in much longer steps of
        // the system.
        sources = new ArrayList<>(List.of(
                new WorkerActivitySource(activity),
                new ClientCpu(loops, recording, List.of(thread, lag.thread())),
                new CpuLimit(root, List.of("self"), Metric.CLIENT_CPU_LIMIT),
                ProcessSource.memory(List.of(proc.resolve("self")), Metric.CLIENT_RSS),
                new Allocation(),
                gc,
                lag,
                new ContextSwitches(proc),
                new NetworkBytes(proc),
                new MachineCpu(proc)));
        if (server.watched()) {
            List<String> names =
                    server.pids().stream().map(pid -> pid.toString()).toList();
            List<Path> processes = names.stream().map(proc::resolve).toList();
            sources.add(ProcessSource.cpuTime(processes, Metric.SERVER_CPU));
            sources.add(new CpuLimit(root, names, Metric.SERVER_CPU_LIMIT));
            sources.add(ProcessSource.memory(processes, Metric.SERVER_RSS));
        }
        sources.add(new OtherProcessesCpu(server));
        // This one comes last: the others must have opened their files when it counts what is open.
        sources.add(new OpenSockets(proc));
        lastNanos = clock.nanoTime();
        take(new SampleBuilder(1));
        thread.start();
    }

    /** The run's clock starts now. Counters that were just read have hardly changed: the workers are still waiting. */
    public void start() {
        startNanos = clock.nanoTime();
        lastNanos = startNanos;
        gc.start(startNanos);
        begin.countDown();
    }

    private void sampleAll() {
        try {
            begin.await();
            if (startNanos == NOT_STARTED) {
                return;
            }
            long next = startNanos + PERIOD_NANOS;
            while (!end.await(next - clock.nanoTime(), TimeUnit.NANOSECONDS)) {
                sample();
                long now = clock.nanoTime();
                // A delay of more than a second skips samples, which shows in the interval.
                next += Math.max(1, (now - next) / PERIOD_NANOS + 1) * PERIOD_NANOS;
            }
            if (samples.isEmpty() || clock.nanoTime() - lastNanos >= SampleBuilder.SHORTEST_NANOS) {
                sample();
            }
        } catch (InterruptedException e) {
            // No code does that; the samples so far remain.
        } finally {
            // On this thread, and not on the one that waits for its end: on a busy machine that one may give up waiting
            // earlier.
            sources.forEach(MetricSource::close);
        }
    }

    private void sample() {
        long now = clock.nanoTime();
        SampleBuilder interval = new SampleBuilder(Math.max(1, now - lastNanos));
        lastNanos = now;
        take(interval);
        samples.add(interval.at((now - startNanos) / 1_000));
    }

    private void take(SampleBuilder interval) {
        List<MetricSource> failed = new ArrayList<>();
        for (MetricSource source : sources) {
            try {
                source.read(interval);
            } catch (IOException | RuntimeException e) {
                failed.add(source);
            }
        }
        failed.forEach(MetricSource::close);
        sources.removeAll(failed);
    }

    /** The samples so far; thread-safe. */
    public Telemetry soFar() {
        return new Telemetry(samples.all(), gc.pauses());
    }

    /**
     * Ends the sampling. Waits at most 2 s for a system call that does not return, and then uses the samples so far.
     */
    public Telemetry finish() {
        end.countDown();
        begin.countDown();
        try {
            thread.join(END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return soFar();
    }
}
