package io.github.swipestorm.client.record.csv;

import io.github.swipestorm.client.clock.RunClock;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.record.Attempt;
import io.github.swipestorm.client.record.AttemptSink;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Turns rows of the per-request CSV back into attempts, so that the code that counts a live run counts its file as
 * well. A row does not tell whether its request ended with it: an ok attempt ends its request, a failed one only when
 * no retry follows. So failed attempts are held back until the retry or the end of the file. Attempts of other requests
 * may be interleaved: with pipelining a worker has several requests in flight.
 *
 * <p>Memory is bounded: when too many requests are open, those that have waited longest for a retry count as failed. If
 * a retry follows after all, the count is corrected, and only the duration of that request remains unknown.
 */
public final class AttemptReplay {

    private static final int MOST_OPEN = 1 << 18;
    private static final int MOST_FAILURE_WORDS = 100;
    /** As many ids as an attempt can have. */
    private static final int MOST_OPERATIONS = 0xFFFF;

    private static final String OTHER_OPERATIONS = "others";
    /** A malformed file must not fill the memory with workers. */
    private static final int MOST_WORKERS = 1 << 24;
    /** 31 years: longer times belong to no run, and would overflow in nanoseconds. */
    private static final long MOST_US = 1_000_000_000_000_000L;

    private static final Map<String, FailureKind> KINDS =
            Stream.of(FailureKind.values()).collect(Collectors.toMap(FailureKind::word, kind -> kind));

    private final AttemptSink sink;
    private final long startUs;
    private final int mostOpen;
    private final Attempt attempt = new Attempt();
    private final long[] current = new long[Attempt.LONGS];
    private final Map<Long, long[]> open = new LinkedHashMap<>();
    private final Map<String, Long> otherFailures = new HashMap<>();
    private final Map<String, Integer> operations = new LinkedHashMap<>();
    private boolean workersKnown = true;
    /** Failed requests that were not passed to the sink as such, by the id of their operation. */
    private final Map<Integer, Long> givenUp = new HashMap<>();

    /**
     * The clock of a replayed run, for its sinks: the run starts at 0 ns.
     *
     * @param startUs when the run started, in microseconds since 1970
     */
    public static RunClock clock(long startUs) {
        RunClock clock = new RunClock(() -> 0);
        clock.start(0, startUs);
        return clock;
    }

    /**
     * Replays into a sink.
     *
     * @param clock made by {@link #clock}
     */
    public AttemptReplay(RunClock clock, AttemptSink sink) {
        this(clock, sink, MOST_OPEN);
    }

    /** @param mostOpen how many requests with failed attempts are remembered at once */
    AttemptReplay(RunClock clock, AttemptSink sink, int mostOpen) {
        this.startUs = clock.startEpochUs();
        this.sink = sink;
        this.mostOpen = mostOpen;
    }

    /** Adds the next row. */
    public void add(AttemptRow row) {
        long[] earlier = open.remove(row.request());
        int operation = operation(row.operation());
        if (earlier == null && row.attempt() > 1) {
            givenUp.computeIfPresent(operation, (id, requests) -> requests > 1 ? requests - 1 : null);
        }
        write(row, operation, earlier);
        if (earlier != null) {
            pass(earlier);
        }
        if (row.ok()) {
            current[6] = Attempt.packedAsLast(current[6]);
            pass(current);
        } else {
            open.put(row.request(), Arrays.copyOf(current, current.length));
            giveUpOldest();
        }
    }

    private void write(AttemptRow row, int operation, long[] earlier) {
        long sent = nanos(row.startUs());
        current[0] = row.request();
        // For its user, an attempt that was sent early was not early.
        current[1] = Math.min(sent, nanos(row.dueUs()));
        // The duration is unknown for a request that began outside the file, or outside the selected part.
        current[2] = row.attempt() == 1 ? sent : earlier == null ? Attempt.UNKNOWN_BEGUN : earlier[2];
        current[3] = sent;
        current[4] = sent + row.latencyUs() * 1_000;
        current[5] = Attempt.packBytes(row.bytes(), row.sentBytes());
        FailureKind kind = KINDS.get(row.failure());
        boolean answered = row.failure().isEmpty() && (row.status() != AttemptRow.NO_STATUS || row.ok());
        if (!answered && kind == null) {
            otherFailures.merge(word(row.failure()), 1L, Long::sum);
        }
        current[6] = Attempt.pack(
                Math.min(row.attempt(), 0xFFFF),
                operation,
                false,
                row.ok(),
                answered || kind == FailureKind.CHECK ? row.status() : Attempt.NO_STATUS,
                answered || kind == null ? Attempt.NO_FAILURE : kind.ordinal());
        boolean known = row.worker() >= 0 && row.worker() < MOST_WORKERS;
        workersKnown &= known;
        current[7] = Attempt.packWorker(known ? row.worker() : 0, row.firstByteUs());
    }

    private int operation(String name) {
        Integer known = operations.get(name);
        if (known != null) {
            return known;
        }
        String added = operations.size() < MOST_OPERATIONS ? name : OTHER_OPERATIONS;
        operations.putIfAbsent(added, operations.size());
        return operations.get(added);
    }

    /** The names of the operations in the order of their ids, which is that of their first rows. */
    public List<String> operations() {
        return List.copyOf(operations.keySet());
    }

    private long nanos(long us) {
        return Math.max(-MOST_US, Math.min(MOST_US, us - startUs)) * 1_000;
    }

    private String word(String failure) {
        if (failure.isEmpty()) {
            return "unknown";
        }
        return otherFailures.containsKey(failure) || otherFailures.size() < MOST_FAILURE_WORDS ? failure : "other";
    }

    private void pass(long[] record) {
        attempt.wrap(record, 0);
        sink.accept(attempt);
    }

    private void giveUpOldest() {
        if (open.size() > mostOpen) {
            Iterator<long[]> oldest = open.values().iterator();
            pass(oldest.next());
            oldest.remove();
            givenUp.merge(attempt.operation(), 1L, Long::sum);
        }
    }

    /**
     * Ends the requests that are still open; nothing can be added afterwards.
     *
     * @return failed requests that were not passed to the sink
     */
    public Counts finish() {
        for (long[] record : open.values()) {
            record[6] = Attempt.packedAsLast(record[6]);
            pass(record);
        }
        open.clear();
        sink.endOfRound();
        return onlyFailed(givenUp.values().stream().mapToLong(Long::longValue).sum());
    }

    /** Those of {@link #finish} that belong to an operation. */
    public Counts givenUp(String operation) {
        return onlyFailed(givenUp.getOrDefault(operations.get(operation), 0L));
    }

    private static Counts onlyFailed(long requests) {
        return new Counts(0, 0, requests, 0, 0, 0, Map.of(), Map.of());
    }

    /** Whether every row named its worker. */
    public boolean workersKnown() {
        return workersKnown;
    }

    /**
     * Attempts without a response whose reason is not a {@link FailureKind}, by its label; the sink counts them as
     * status {@link Attempt#NO_STATUS}.
     */
    public SortedMap<String, Long> otherFailures() {
        return new TreeMap<>(otherFailures);
    }
}
