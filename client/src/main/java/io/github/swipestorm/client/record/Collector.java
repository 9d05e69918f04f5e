package io.github.swipestorm.client.record;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.Redaction;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Empties the rings of all workers on one thread of its own and passes each attempt to a sink. Everything that costs
 * time (adding up, histograms, formatting) happens there, once and with a single writer, instead of in each worker; and
 * memory does not grow with the number of workers' histograms.
 */
public final class Collector implements AutoCloseable {

    /** Records that all rings together can hold: 4 MB, some 300 ms of load at 200,000 attempts a second. */
    private static final int TOTAL_RECORDS = 64 * 1024;

    /** In a warm-up: rings so small that they come to their end as often as in a run. */
    static final int REHEARSAL_RECORDS = 8 * 1024;

    /** A kilobyte for each thread: with 4,096 or more of them none sends often enough to fill it between two rounds. */
    private static final int FEWEST_RECORDS = 16;
    /** Between two rounds, so that a quick round for few attempts is not paid for over and over; rings last far longer. */
    private static final long PAUSE_NANOS = 5_000_000;
    /** After a round with so many attempts the next one follows at once. */
    private static final int MANY_RECORDS = TOTAL_RECORDS / 4;
    /** Different texts of failures that are counted, each by itself; a server can make them up without end. */
    private static final int MOST_DETAILS = 1_000;
    /** Of those, the most frequent that anybody wants to read. */
    private static final int SHOWN_DETAILS = 20;
    /** What all others are counted as. */
    static final String OTHER_DETAILS = "other texts";

    private final AttemptSink sink;
    private final AttemptRing[] rings;
    private final AttemptRecorder[] recorders;
    private final Thread thread = new Thread(this::collect, "swipestorm-collector");
    private final Map<String, LongAdder> details = new ConcurrentHashMap<>();
    private final LongAdder otherDetails = new LongAdder();
    private volatile boolean finishing;
    private volatile Throwable death;

    /**
     * Starts collecting; nothing reaches the sink before the first worker records.
     *
     * @param workers how many recorders there will be
     * @param threads how many threads the workers run on, none if there are no workers; worker w runs on thread w modulo this number
     */
    public Collector(int workers, int threads, AttemptSink sink) {
        this(workers, threads, TOTAL_RECORDS, sink);
    }

    Collector(int workers, int threads, int records, AttemptSink sink) {
        this.sink = sink;
        int capacity = Math.max(FEWEST_RECORDS, Integer.highestOneBit(records / Math.max(1, threads)));
        this.rings = IntStream.range(0, threads)
                .mapToObj(thread -> new AttemptRing(capacity, this))
                .toArray(AttemptRing[]::new);
        this.recorders = IntStream.range(0, workers)
                .mapToObj(worker -> new AttemptRecorder(worker, rings[worker % threads]))
                .toArray(AttemptRecorder[]::new);
        thread.setDaemon(true);
        thread.start();
    }

    /** The recorder of one worker, from 0; for that worker's thread alone. */
    public AttemptRecorder recorder(int worker) {
        return recorders[worker];
    }

    /**
     * Why attempts failed, with how often each reason was seen: the 20 most frequent, most frequent first, and then all others
     * together. Of more than 1,000 different texts the first thousand are told apart.
     */
    public Map<String, Long> failureDetails() {
        Map<String, Long> counts = new TreeMap<>();
        details.forEach((detail, count) -> counts.merge(Redaction.of(detail), count.sum(), Long::sum));
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

    /** How many texts of failures are kept in memory. */
    int keptDetails() {
        return details.size();
    }

    Thread thread() {
        return thread;
    }

    /** Collects what is left and ends; to be called when no worker records any more. */
    @Override
    public void close() {
        finishing = true;
        LockSupport.unpark(thread);
        Uninterruptibles.join(thread);
    }

    /** What the sink died of, if it did: attempts are missing then. */
    public Optional<Throwable> death() {
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
                // Read before the round: whatever was recorded before finishing was announced is still collected.
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
            // Whatever it was, workers must not wait for room that will never come.
            death = e;
        }
    }
}
