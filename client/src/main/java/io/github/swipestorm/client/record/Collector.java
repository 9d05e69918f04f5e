package io.github.swipestorm.client.record;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.Redaction;
import io.github.swipestorm.client.thread.DaemonThreads;
import io.github.swipestorm.client.thread.Uninterruptibles;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

/**
 * Drains the rings of all workers on one dedicated thread and passes each attempt to a sink. All expensive work (sums,
 * histograms, formatting) happens there, with a single writer, instead of in each worker; and memory does not grow with
 * the number of workers' histograms.
 */
public final class Collector implements AutoCloseable {

    /** Capacity of all rings together: 4 MB, some 300 ms of load at 200,000 attempts per second. */
    static final int TOTAL_RECORDS = 64 * 1024;

    /** In a warm-up: rings small enough to wrap around as often as in a run. */
    static final int DISCARDED_RECORDS = 8 * 1024;

    /** A kilobyte per thread: with 4,096 or more of them none sends often enough to fill it between two rounds. */
    private static final int FEWEST_RECORDS = 16;
    /**
     * Pause between two rounds, so that the fixed cost of a round is not paid for a few attempts; rings last far
     * longer.
     */
    private static final long PAUSE_NANOS = 5_000_000;
    /** After a round with this many attempts the next one follows immediately. */
    private static final int MANY_RECORDS = TOTAL_RECORDS / 4;
    /** Distinct failure texts that are counted separately; a server can produce an unlimited number of them. */
    private static final int MOST_DETAILS = 1_000;
    /** How many of them reports show, the most frequent ones. */
    private static final int SHOWN_DETAILS = 20;
    /** The label under which all others are counted. */
    static final String OTHER_DETAILS = "other texts";

    private final AttemptSink sink;
    private final AttemptRing[] rings;
    private final AttemptRecorder[] recorders;
    private final Thread thread = DaemonThreads.unstarted("swipestorm-collector", this::collect);
    private final Map<String, LongAdder> details = new ConcurrentHashMap<>();
    private final LongAdder otherDetails = new LongAdder();
    private volatile boolean finishing;
    private volatile Throwable death;

    /**
     * Starts collecting; nothing reaches the sink before the first worker records.
     *
     * @param workers how many recorders there will be
     * @param threads how many threads the workers run on, none if there are no workers; worker w runs on thread w
     *     modulo this number
     */
    public Collector(int workers, int threads, AttemptSink sink) {
        this(workers, threads, worker -> worker % threads, TOTAL_RECORDS, IntUnaryOperator.identity(), sink);
    }

    /**
     * @param threadOf the thread that a worker runs on: a ring has one writer
     * @param numbers by which the workers are recorded
     */
    Collector(
            int workers,
            int threads,
            IntUnaryOperator threadOf,
            int records,
            IntUnaryOperator numbers,
            AttemptSink sink) {
        this.sink = sink;
        int capacity = Math.max(FEWEST_RECORDS, Integer.highestOneBit(records / Math.max(1, threads)));
        this.rings = IntStream.range(0, threads)
                .mapToObj(thread -> new AttemptRing(capacity, this))
                .toArray(AttemptRing[]::new);
        this.recorders = IntStream.range(0, workers)
                .mapToObj(worker -> new AttemptRecorder(numbers.applyAsInt(worker), rings[threadOf.applyAsInt(worker)]))
                .toArray(AttemptRecorder[]::new);
        thread.start();
    }

    /** The recorder of one worker, from 0; confined to that worker's thread. */
    public AttemptRecorder recorder(int worker) {
        return recorders[worker];
    }

    /**
     * Why attempts failed, with the count of each reason: the 20 most frequent, most frequent first, then all others
     * together. At most 1,000 distinct texts are counted separately.
     *
     * @param secrets that a server may have echoed; they are hidden
     */
    Map<String, Long> failureDetails(List<String> secrets) {
        Map<String, Long> counts = new TreeMap<>();
        details.forEach((detail, count) -> counts.merge(Redaction.of(detail, secrets), count.sum(), Long::sum));
        Map<String, Long> shown = new LinkedHashMap<>();
        long others = otherDetails.sum();
        List<Map.Entry<String, Long>> byFrequency = counts.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .toList();
        for (Map.Entry<String, Long> detail : byFrequency) {
            if (shown.size() < SHOWN_DETAILS) {
                shown.put(detail.getKey(), detail.getValue());
            } else {
                others += detail.getValue();
            }
        }
        if (others > 0) {
            shown.put(OTHER_DETAILS, others);
        }
        return shown;
    }

    /** How many failure texts are kept in memory. */
    int keptDetails() {
        return details.size();
    }

    Thread thread() {
        return thread;
    }

    /** Collects the remaining attempts and ends; call it when no worker records any more. */
    @Override
    public void close() {
        finishing = true;
        LockSupport.unpark(thread);
        Uninterruptibles.join(thread);
    }

    /** The exception or error that killed the sink, if any: attempts are missing then. */
    Optional<Throwable> death() {
        return Optional.ofNullable(death);
    }

    void noteFailure(Failure failure) {
        String detail = failure.kind().word() + ": " + failure.detail();
        LongAdder count = details.get(detail);
        if (count == null && details.size() < MOST_DETAILS) {
            count = admit(detail);
        }
        (count == null ? otherDetails : count).increment();
    }

    /** One worker at a time, so that no two of them take the last place; null when there is none left. */
    private synchronized LongAdder admit(String detail) {
        boolean full = details.size() >= MOST_DETAILS;
        return full ? details.get(detail) : details.computeIfAbsent(detail, text -> new LongAdder());
    }

    void requireAlive() {
        if (death != null) {
            throw new IllegalStateException("Attempts can no longer be recorded: " + death, death);
        }
        if (finishing && !thread.isAlive()) {
            throw new IllegalStateException("Attempts can no longer be recorded: the run has ended");
        }
    }

    private void collect() {
        Attempt flyweight = new Attempt();
        try {
            boolean last;
            do {
                // Read before the round, so that everything recorded before the announcement of the end is still
                // collected.
                last = finishing;
                int collected = 0;
                for (AttemptRing ring : rings) {
                    collected += ring.drainTo(sink, flyweight);
                }
                sink.endOfRound();
                if (collected < MANY_RECORDS && !last) {
                    LockSupport.parkNanos(this, PAUSE_NANOS);
                }
            } while (!last);
        } catch (Throwable e) {
            // Whatever the cause, workers must not wait for room that will never come.
            death = e;
        }
    }
}
