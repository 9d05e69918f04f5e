package io.github.swipestorm.client.record.csv;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.swipestorm.client.clock.RunClock;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.TraceIds;
import io.github.swipestorm.client.record.Attempt;
import io.github.swipestorm.client.record.AttemptSink;
import java.util.List;
import java.util.Optional;

/**
 * Formats rows of the per-request CSV into a byte array, without allocating. Fields that need quoting by RFC 4180 are
 * quoted once per operation beforehand; all other fields are numbers and fixed labels.
 */
public class RowFormat {

    static final byte[] HEADER =
            ("start_us,method,latency_us,status,due_us,worker,request,attempt,failure,bytes,target,ok,operation,"
                            + "first_byte_us,sent_bytes\n")
                    .getBytes(UTF_8);

    /** Eleven numbers of at most 20 digits, the longest failure label, the digit of ok, and the commas. */
    private static final int LONGEST_FIXED_PART = 11 * 20 + 12 + 1 + 15;

    /** As many as a page of a file. */
    private static final int DISCARDED_BYTES = 128 * 1024;

    private static final byte[][] FAILURES = failureWords();

    private final RunClock clock;
    private final byte[][] methods;
    private final byte[][] targets;
    private final byte[][] operations;
    private final int longestRow;
    private final InstantDigits sentDigits = new InstantDigits();
    private final InstantDigits dueDigits = new InstantDigits();

    /**
     * A format for one run.
     *
     * @param basePath of the target, which a row's target begins with
     */
    public RowFormat(RunClock clock, String basePath, List<Operation> operations) {
        this.clock = clock;
        this.methods = operations.stream()
                .map(operation -> quoted(operation.method()).getBytes(UTF_8))
                .toArray(byte[][]::new);
        this.targets = operations.stream()
                .map(operation -> quoted(basePath + operation.path()).getBytes(UTF_8))
                .toArray(byte[][]::new);
        this.operations = operations.stream()
                .map(operation -> quoted(operation.name()).getBytes(UTF_8))
                .toArray(byte[][]::new);
        this.longestRow = LONGEST_FIXED_PART + longest(methods) + longest(targets) + longest(this.operations);
    }

    /** The line above the rows. */
    byte[] header() {
        return HEADER;
    }

    /** The most bytes in a row. */
    int longestRow() {
        return longestRow;
    }

    /** Appends a row, including its line end; returns the position after it. */
    int append(Attempt attempt, byte[] row, int from) {
        int at = sentDigits.append(clock.epochUs(attempt.sent()), row, from);
        row[at++] = ',';
        at = append(methods[attempt.operation()], row, at);
        row[at++] = ',';
        at = Digits.append((attempt.done() - attempt.sent()) / 1_000, row, at);
        row[at++] = ',';
        FailureKind failure = attempt.failure();
        if (attempt.status() != Attempt.NO_STATUS) {
            at = Digits.append(attempt.status(), row, at);
        }
        row[at++] = ',';
        at = dueDigits.append(clock.epochUs(attempt.due()), row, at);
        row[at++] = ',';
        at = Digits.append(attempt.worker(), row, at);
        row[at++] = ',';
        at = Digits.append(attempt.request(), row, at);
        row[at++] = ',';
        at = Digits.append(attempt.attempt(), row, at);
        row[at++] = ',';
        if (failure != null) {
            at = append(FAILURES[failure.ordinal()], row, at);
        }
        row[at++] = ',';
        at = Digits.append(attempt.bytes(), row, at);
        row[at++] = ',';
        at = append(targets[attempt.operation()], row, at);
        row[at++] = ',';
        row[at++] = (byte) (attempt.ok() ? '1' : '0');
        row[at++] = ',';
        at = append(operations[attempt.operation()], row, at);
        row[at++] = ',';
        at = appendIfKnown(attempt.firstByteUs(), row, at);
        row[at++] = ',';
        at = appendIfKnown(attempt.sentBytes(), row, at);
        row[at++] = '\n';
        return at;
    }

    /** Rows with a further column for the id of the request's trace, empty where it has none. */
    static final class Traced extends RowFormat {

        private final TraceIds ids;

        private Traced(RunClock clock, String basePath, List<Operation> operations, TraceIds ids) {
            super(clock, basePath, operations);
            this.ids = ids;
        }

        @Override
        byte[] header() {
            return (new String(HEADER, UTF_8).strip() + ",trace_id\n").getBytes(UTF_8);
        }

        @Override
        int longestRow() {
            return super.longestRow() + TraceIds.LENGTH + 1;
        }

        @Override
        int append(Attempt attempt, byte[] row, int from) {
            int at = super.append(attempt, row, from);
            row[at - 1] = ',';
            at = ids.append(attempt.request(), row, at);
            row[at++] = '\n';
            return at;
        }
    }

    /** A format for one run, with the ids of traces where there are any. */
    public static RowFormat of(RunClock clock, String basePath, List<Operation> operations, Optional<TraceIds> ids) {
        return ids.<RowFormat>map(known -> new Traced(clock, basePath, operations, known))
                .orElseGet(() -> new RowFormat(clock, basePath, operations));
    }

    /**
     * Formats rows and discards them, so that this code is compiled before the run's clock starts. Confined to the
     * collector's thread.
     */
    public AttemptSink discarding() {
        byte[] page = new byte[DISCARDED_BYTES];
        return new AttemptSink() {

            private int length;

            @Override
            public void accept(Attempt attempt) {
                if (page.length - length < longestRow()) {
                    length = 0;
                }
                length = append(attempt, page, length);
            }
        };
    }

    private static int appendIfKnown(long number, byte[] row, int at) {
        return number == Attempt.UNKNOWN ? at : Digits.append(number, row, at);
    }

    private static int append(byte[] text, byte[] row, int at) {
        System.arraycopy(text, 0, row, at, text.length);
        return at + text.length;
    }

    private static byte[][] failureWords() {
        FailureKind[] kinds = FailureKind.values();
        byte[][] words = new byte[kinds.length][];
        for (FailureKind kind : kinds) {
            words[kind.ordinal()] = kind.word().getBytes(UTF_8);
        }
        return words;
    }

    private static int longest(byte[][] texts) {
        int longest = 0;
        for (byte[] text : texts) {
            longest = Math.max(longest, text.length);
        }
        return longest;
    }

    private static String quoted(String text) {
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }
}
