package io.github.swipestorm.concurrency;

import io.github.swipestorm.concurrency.Counters.Counter;
import io.github.swipestorm.concurrency.Maps.SharedMap;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * 50 threads that do 1,000 operations each at the same time: what the concurrency experiments of the studies measured.
 * As a program, it prints the result of many runs of each counter and map as CSV, also of those that are not safe for
 * concurrent use: {@code FiftyThreads RUNS}. Not thread-safe.
 */
public final class FiftyThreads implements AutoCloseable {

    static final int THREADS = 50;
    static final int OPERATIONS = 1_000;

    private static final int PATIENCE_SECONDS = 20;

    private final ExecutorService executor = Executors.newFixedThreadPool(THREADS, task -> {
        Thread thread = new Thread(task, "fifty-threads");
        thread.setDaemon(true);
        return thread;
    });

    FiftyThreads() {
        run(first -> {});
    }

    /**
     * Calls the task in every thread, with the number of its first operation, and waits for all of them.
     *
     * @throws IllegalStateException when one fails, or when they have not ended after 20 s
     */
    void run(IntConsumer task) {
        List<Future<?>> ends = new ArrayList<>(THREADS);
        for (int t = 0; t < THREADS; t++) {
            int first = t * OPERATIONS;
            ends.add(executor.submit(() -> task.accept(first)));
        }
        try {
            for (Future<?> end : ends) {
                end.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        } catch (TimeoutException e) {
            throw new IllegalStateException("endless", e);
        }
    }

    @Override
    public void close() {
        executor.shutdownNow();
    }

    /** Prints a row for each run: what was shared, its kind, the run, what was counted or the exception, microseconds. */
    public static void main(String[] args) {
        print(System.out, Integer.parseInt(args[0]));
    }

    static void print(PrintStream out, int runs) {
        out.println("shared,kind,run,result,us");
        new TreeMap<>(Counters.KINDS)
                .forEach((kind, counter) -> repeat(out, "counter", kind, runs, threads -> {
                    Counter shared = counter.get();
                    threads.run(first -> {
                        for (int i = 0; i < OPERATIONS; i++) {
                            shared.add();
                        }
                    });
                    return shared.total();
                }));
        new TreeMap<>(Maps.KINDS)
                .forEach((kind, map) -> repeat(out, "map", kind, runs, threads -> {
                    SharedMap shared = map.get();
                    threads.run(first -> {
                        for (int key = first; key < first + OPERATIONS; key++) {
                            shared.put(key, key);
                        }
                    });
                    return shared.size();
                }));
        repeat(out, "map", "bare", runs, threads -> {
            Map<Integer, Integer> shared = new HashMap<>();
            threads.run(first -> {
                for (int key = first; key < first + OPERATIONS; key++) {
                    shared.put(key, key);
                }
            });
            // The map's own count may be wrong, too.
            return IntStream.range(0, THREADS * OPERATIONS)
                    .filter(shared::containsKey)
                    .count();
        });
    }

    private interface Run {
        long count(FiftyThreads threads);
    }

    private static void repeat(PrintStream out, String shared, String kind, int runs, Run run) {
        FiftyThreads threads = new FiftyThreads();
        for (int i = 1; i <= runs; i++) {
            long begin = System.nanoTime();
            String result;
            try {
                result = String.valueOf(run.count(threads));
            } catch (IllegalStateException e) {
                result = e.getCause() instanceof TimeoutException
                        ? "endless"
                        : e.getCause().getClass().getSimpleName();
                // Threads that do not end stay behind.
                threads.close();
                threads = new FiftyThreads();
            }
            out.printf(Locale.ROOT, "%s,%s,%d,%s,%.1f%n", shared, kind, i, result, (System.nanoTime() - begin) / 1e3);
        }
        threads.close();
    }
}
