package io.github.swipestorm.concurrency;

import io.github.swipestorm.client.plan.WorkerThreads;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Exchanger;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Two threads that wake each other in turn: what a switch between threads costs. Virtual threads need Java 21.
 *
 * <pre>{@code scripts/benchmark PingPong -p threads=PLATFORM,VIRTUAL -jvmArgsAppend -Djdk.virtualThreadScheduler.parallelism=1}</pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(3)
public class PingPong {

    private static final int ROUND_TRIPS = 20_000;

    /** There and back. */
    private static final int SWITCHES = 2 * ROUND_TRIPS;

    @Param({"synchronous-queue", "exchanger", "park"})
    public String means;

    @Param("PLATFORM")
    public WorkerThreads threads;

    /** Switches that the kernel counted for all threads of the process, by proc_pid_status(5). */
    @AuxCounters(AuxCounters.Type.EVENTS)
    @State(Scope.Thread)
    public static class Kernel {
        public long voluntary;
        public long involuntary;
        public long handoffs;
    }

    /** One switch from one thread to the other. */
    @Benchmark
    @OperationsPerInvocation(SWITCHES)
    public void handoff(Kernel kernel) throws Exception {
        ThreadFactory factory = threads.factory();
        Handoff handoff = switch (means) {
            case "synchronous-queue" -> new QueueHandoff();
            case "exchanger" -> new ExchangerHandoff();
            default -> new ParkHandoff();
        };
        // Their counts disappear with the threads.
        CountDownLatch finished = new CountDownLatch(2);
        CountDownLatch counted = new CountDownLatch(1);
        Thread ping = factory.newThread(() -> takeTurns(handoff, true, finished, counted));
        Thread pong = factory.newThread(() -> takeTurns(handoff, false, finished, counted));
        handoff.between(ping, pong);
        long[] before = switches();
        ping.start();
        pong.start();
        finished.await();
        long[] after = switches();
        counted.countDown();
        ping.join();
        pong.join();
        kernel.voluntary += after[0] - before[0];
        kernel.involuntary += after[1] - before[1];
        kernel.handoffs += SWITCHES;
    }

    private static void takeTurns(Handoff handoff, boolean first, CountDownLatch finished, CountDownLatch counted) {
        try {
            for (int i = 0; i < ROUND_TRIPS; i++) {
                if (first) {
                    handoff.ping();
                } else {
                    handoff.pong();
                }
            }
            finished.countDown();
            counted.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Sums voluntary and involuntary switches of all threads. */
    private static long[] switches() throws IOException {
        long[] sums = new long[2];
        Path tasks = Path.of("/proc/self/task");
        if (!Files.isDirectory(tasks)) {
            return sums;
        }
        try (DirectoryStream<Path> each = Files.newDirectoryStream(tasks)) {
            for (Path task : each) {
                add(task.resolve("status"), sums);
            }
        }
        return sums;
    }

    private static void add(Path status, long[] sums) throws IOException {
        try {
            for (String line : Files.readAllLines(status)) {
                if (line.startsWith("voluntary_ctxt_switches:")) {
                    sums[0] +=
                            Long.parseLong(line.substring(line.indexOf(':') + 1).strip());
                } else if (line.startsWith("nonvoluntary_ctxt_switches:")) {
                    sums[1] +=
                            Long.parseLong(line.substring(line.indexOf(':') + 1).strip());
                }
            }
        } catch (IOException e) {
            // The thread ended before its file was opened, or while it was read ("No such process").
            if (Files.exists(status)) {
                throw e;
            }
        }
    }

    /** How one thread wakes the other and waits for it. */
    private interface Handoff {
        default void between(Thread ping, Thread pong) {}

        void ping() throws InterruptedException;

        void pong() throws InterruptedException;
    }

    private static final class QueueHandoff implements Handoff {
        private final SynchronousQueue<Integer> there = new SynchronousQueue<>();
        private final SynchronousQueue<Integer> back = new SynchronousQueue<>();

        @Override
        public void ping() throws InterruptedException {
            there.put(1);
            back.take();
        }

        @Override
        public void pong() throws InterruptedException {
            there.take();
            back.put(1);
        }
    }

    private static final class ExchangerHandoff implements Handoff {
        private final Exchanger<Integer> exchanger = new Exchanger<>();

        @Override
        public void ping() throws InterruptedException {
            exchanger.exchange(1);
            exchanger.exchange(1);
        }

        @Override
        public void pong() throws InterruptedException {
            exchanger.exchange(2);
            exchanger.exchange(2);
        }
    }

    private static final class ParkHandoff implements Handoff {
        private Thread pinging;
        private Thread ponging;
        private volatile boolean pingsTurn = true;

        @Override
        public void between(Thread ping, Thread pong) {
            pinging = ping;
            ponging = pong;
        }

        @Override
        public void ping() {
            while (!pingsTurn) {
                LockSupport.park(this);
            }
            pingsTurn = false;
            LockSupport.unpark(ponging);
        }

        @Override
        public void pong() {
            while (pingsTurn) {
                LockSupport.park(this);
            }
            pingsTurn = true;
            LockSupport.unpark(pinging);
        }
    }
}
