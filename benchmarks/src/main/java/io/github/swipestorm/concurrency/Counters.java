package io.github.swipestorm.concurrency;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
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
 * Adding to a counter that threads share, by kind of counter. {@code plain}, {@code volatile} and {@code opaque} lose
 * additions; {@link FiftyThreads} counts how many.
 *
 * <pre>{@code scripts/benchmark Counters.add -t 8}</pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 300, timeUnit = TimeUnit.MILLISECONDS)
@Fork(3)
public class Counters {

    /** By name; those that lose additions first. */
    static final Map<String, Supplier<Counter>> KINDS = Map.of(
            "plain", Plain::new,
            "opaque", Opaque::new,
            "volatile", Volatile::new,
            "atomic", Atomic::new,
            "long-adder", Adder::new,
            "synchronized", Synchronized::new,
            "lock", Locked::new,
            "var-handle", Handle::new);

    @Param({"plain", "opaque", "volatile", "atomic", "long-adder", "synchronized", "lock", "var-handle"})
    public String kind;

    private Counter counter;
    private FiftyThreads threads;

    @Setup(Level.Iteration)
    public void create() {
        counter = KINDS.get(kind).get();
        threads = new FiftyThreads();
    }

    @TearDown(Level.Iteration)
    public void close() {
        threads.close();
    }

    /** One addition by each of JMH's threads. */
    @Benchmark
    public void add() {
        counter.add();
    }

    /** 50 threads, which exist already, add 1,000 each; includes handing them their work. */
    @Benchmark
    @OutputTimeUnit(TimeUnit.MICROSECONDS)
    public long fiftyThreads() {
        threads.run(first -> {
            for (int i = 0; i < FiftyThreads.OPERATIONS; i++) {
                counter.add();
            }
        });
        return counter.total();
    }

    /** A number that threads add 1 to. */
    interface Counter {
        void add();

        long total();
    }

    private static final class Plain implements Counter {
        private long total;

        @Override
        public void add() {
            total++;
        }

        @Override
        public long total() {
            return total;
        }
    }

    /** A load and a store that the compiler may neither merge with those before nor leave out. */
    private static final class Opaque implements Counter {
        private static final VarHandle TOTAL = handle(Opaque.class);
        private long total;

        @Override
        public void add() {
            TOTAL.setOpaque(this, (long) TOTAL.getOpaque(this) + 1);
        }

        @Override
        public long total() {
            return (long) TOTAL.getOpaque(this);
        }
    }

    private static final class Volatile implements Counter {
        private volatile long total;

        @Override
        @SuppressWarnings("NonAtomicOperationOnVolatileField")
        public void add() {
            total++;
        }

        @Override
        public long total() {
            return total;
        }
    }

    private static final class Atomic implements Counter {
        private final AtomicLong total = new AtomicLong();

        @Override
        public void add() {
            total.getAndIncrement();
        }

        @Override
        public long total() {
            return total.get();
        }
    }

    private static final class Adder implements Counter {
        private final LongAdder total = new LongAdder();

        @Override
        public void add() {
            total.increment();
        }

        @Override
        public long total() {
            return total.sum();
        }
    }

    private static final class Synchronized implements Counter {
        private long total;

        @Override
        public synchronized void add() {
            total++;
        }

        @Override
        public synchronized long total() {
            return total;
        }
    }

    private static final class Locked implements Counter {
        private final ReentrantLock lock = new ReentrantLock();
        private long total;

        @Override
        public void add() {
            lock.lock();
            try {
                total++;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public long total() {
            lock.lock();
            try {
                return total;
            } finally {
                lock.unlock();
            }
        }
    }

    private static final class Handle implements Counter {
        private static final VarHandle TOTAL = handle(Handle.class);
        private volatile long total;

        @Override
        public void add() {
            TOTAL.getAndAdd(this, 1L);
        }

        @Override
        public long total() {
            return total;
        }
    }

    private static VarHandle handle(Class<?> owner) {
        try {
            return MethodHandles.privateLookupIn(owner, MethodHandles.lookup())
                    .findVarHandle(owner, "total", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }
}
