package io.github.swipestorm.client.distribution;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * Getting the next request from a sending model by workers that do nothing else. The time is that of one worker for one
 * request; with more workers than CPUs it holds the others' turns. Producer-Consumer has its producer beside the workers
 * and makes them wait for it.
 *
 * <pre>{@code scripts/benchmark HandingOut -prof gc}</pre>
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 2, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 3, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(1)
public class HandingOut {

    /** A job without an end, distributed among all threads of the benchmark. */
    @State(Scope.Benchmark)
    public static class Run {

        @Param({"average", "producer-consumer", "less-blocking"})
        public String model;

        private final AtomicInteger workers = new AtomicInteger();
        private WorkDistribution distribution;
        private List<RequestSource> sources;
        private List<Thread> producers;

        @Setup
        public void share(BenchmarkParams params) {
            distribution = SendingModel.REGISTRY
                    .named(model)
                    .share(new WorkItems(WorkItems.UNBOUNDED, params.getThreads()), ModelSettings.DEFAULT);
            sources = distribution.sources();
            producers = distribution.producers().stream().map(Thread::new).toList();
            producers.forEach(Thread::start);
        }

        @TearDown
        public void stop() throws InterruptedException {
            distribution.stop();
            for (Thread producer : producers) {
                producer.join();
            }
        }
    }

    /** One worker, with its own source. */
    @State(Scope.Thread)
    public static class Worker {

        private RequestSource source;

        @Setup
        public void begin(Run run) {
            source = run.sources.get(run.workers.getAndIncrement());
        }

        long next() throws InterruptedException {
            long index = source.next();
            if (index < 0) {
                throw new IllegalStateException("An endless job has ended");
            }
            return index;
        }
    }

    @Benchmark
    @Threads(1)
    public long oneWorker(Worker worker) throws InterruptedException {
        return worker.next();
    }

    @Benchmark
    @Threads(2)
    public long twoWorkers(Worker worker) throws InterruptedException {
        return worker.next();
    }

    @Benchmark
    @Threads(8)
    public long eightWorkers(Worker worker) throws InterruptedException {
        return worker.next();
    }
}
