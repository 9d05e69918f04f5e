package io.github.swipestorm.concurrency;

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.concurrent.locks.StampedLock;
import java.util.function.Supplier;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Maps that threads share, by what keeps them consistent. A bare {@link HashMap} is not among them, as it may loop for
 * ever; {@link FiftyThreads} tries it with a time limit.
 *
 * <pre>{@code scripts/benchmark Maps.ReadingAndWriting -t 8 -p readShare=95}</pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@Warmup(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Fork(3)
public class Maps {

    static final Map<String, Supplier<SharedMap>> KINDS = Map.of(
            "synchronized", () -> new Delegating(Collections.synchronizedMap(new HashMap<>())),
            "lock", () -> new Locked(new ReentrantLock()),
            "read-write-lock", () -> new Locked(new ReentrantReadWriteLock()),
            "stamped-lock", () -> new Locked(new StampedLock().asReadWriteLock()),
            "concurrent", () -> new Delegating(new ConcurrentHashMap<>()));

    @Param({"synchronized", "lock", "read-write-lock", "stamped-lock", "concurrent"})
    public String kind;

    private FiftyThreads threads;

    @Setup(Level.Iteration)
    public void create() {
        threads = new FiftyThreads();
    }

    @TearDown(Level.Iteration)
    public void close() {
        threads.close();
    }

    /** 50 threads, which exist already, put 1,000 keys of their own each into a new map; includes handing them their work. */
    @Benchmark
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public int fiftyThreads() {
        SharedMap map = KINDS.get(kind).get();
        threads.run(first -> {
            for (int key = first; key < first + FiftyThreads.OPERATIONS; key++) {
                map.put(key, key);
            }
        });
        return map.size();
    }

    /** One read or write of a random key of 10,000 by each of JMH's threads. */
    @State(Scope.Benchmark)
    @BenchmarkMode(Mode.AverageTime)
    @OutputTimeUnit(TimeUnit.NANOSECONDS)
    @Warmup(iterations = 2, time = 300, timeUnit = TimeUnit.MILLISECONDS)
    @Measurement(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
    @Fork(3)
    public static class ReadingAndWriting {

        private static final int KEYS = 10_000;

        @Param({"synchronized", "lock", "read-write-lock", "stamped-lock", "concurrent"})
        public String kind;

        /** Reads, in percent of operations. */
        @Param({"0", "50", "75", "80", "95", "99", "100"})
        public int readShare;

        private SharedMap map;

        @Setup
        public void fill() {
            map = KINDS.get(kind).get();
            for (int key = 0; key < KEYS; key++) {
                map.put(key, key);
            }
        }

        @Benchmark
        public Integer readOrWrite() {
            ThreadLocalRandom random = ThreadLocalRandom.current();
            int key = random.nextInt(KEYS);
            if (random.nextInt(100) < readShare) {
                return map.get(key);
            }
            map.put(key, key);
            return null;
        }
    }

    /** A map of numbers that is safe for concurrent use. */
    interface SharedMap {
        Integer get(int key);

        void put(int key, int value);

        int size();
    }

    private static final class Delegating implements SharedMap {
        private final Map<Integer, Integer> map;

        Delegating(Map<Integer, Integer> map) {
            this.map = map;
        }

        @Override
        public Integer get(int key) {
            return map.get(key);
        }

        @Override
        public void put(int key, int value) {
            map.put(key, value);
        }

        @Override
        public int size() {
            return map.size();
        }
    }

    private static final class Locked implements SharedMap {
        private final Map<Integer, Integer> map = new HashMap<>();
        private final Lock reading;
        private final Lock writing;

        Locked(Lock both) {
            reading = both;
            writing = both;
        }

        Locked(ReadWriteLock locks) {
            reading = locks.readLock();
            writing = locks.writeLock();
        }

        @Override
        public Integer get(int key) {
            reading.lock();
            try {
                return map.get(key);
            } finally {
                reading.unlock();
            }
        }

        @Override
        public void put(int key, int value) {
            writing.lock();
            try {
                map.put(key, value);
            } finally {
                writing.unlock();
            }
        }

        @Override
        public int size() {
            reading.lock();
            try {
                return map.size();
            } finally {
                reading.unlock();
            }
        }
    }
}
