package io.github.swipestorm.client.record.csv;

import io.github.swipestorm.client.http.StatusSet;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The positions of the columns in a file of records, and the conversion of its cells to an {@link AttemptRow}. Columns
 * are found by their names in the header, in any order; others are ignored. A file without a header comes from the
 * reference study, whose four columns are start and latency in whole milliseconds, request type and response code.
 */
final class RecordColumns {

    static final int REFERENCE_FIELDS = 4;

    /** The year 5138 in microseconds: a later instant is an error, and sums of earlier ones cannot overflow. */
    private static final long LAST_INSTANT_US = 100_000_000_000_000_000L;
    /** 31 years in microseconds. */
    private static final long LONGEST_US = 1_000_000_000_000_000L;

    private static final int START = 0;
    private static final int METHOD = 1;
    private static final int LATENCY = 2;
    private static final int STATUS = 3;
    private static final int DUE = 4;
    private static final int WORKER = 5;
    private static final int REQUEST = 6;
    private static final int ATTEMPT = 7;
    private static final int FAILURE = 8;
    private static final int BYTES = 9;
    private static final int TARGET = 10;
    private static final int OK = 11;
    private static final int OPERATION = 12;
    private static final int FIRST_BYTE = 13;
    private static final int SENT_BYTES = 14;
    private static final List<String> NAMES = List.of(
            "start_us",
            "method",
            "latency_us",
            "status",
            "due_us",
            "worker",
            "request",
            "attempt",
            "failure",
            "bytes",
            "target",
            "ok",
            "operation",
            "first_byte_us",
            "sent_bytes");
    private static final List<String> REFERENCE_NAMES =
            List.of("the start time", "the request type", "the latency", "the response code");
    /** Required columns. */
    private static final List<Integer> NEEDED = List.of(START, LATENCY, STATUS);

    private final RecentStrings strings = new RecentStrings();
    private final List<String> names;
    private final int fields;
    /** The field of each column; negative where the file has none. */
    private final int[] at;

    private final long unitUs;

    private RecordColumns(List<String> names, int fields, int[] at, long unitUs) {
        this.names = names;
        this.fields = fields;
        this.at = at;
        this.unitUs = unitUs;
    }

    static boolean isNamedIn(List<String> header) {
        return header.contains(NAMES.get(START));
    }

    /** @throws IllegalArgumentException when a column is missing that every file must have; the message names all of them */
    static RecordColumns named(List<String> header) {
        int[] at = NAMES.stream().mapToInt(header::indexOf).toArray();
        List<String> lacking =
                NEEDED.stream().filter(column -> at[column] < 0).map(NAMES::get).toList();
        if (!lacking.isEmpty()) {
            throw new IllegalArgumentException("the header lacks " + String.join(", ", lacking));
        }
        if (at[REQUEST] < 0 || at[ATTEMPT] < 0) {
            // One without the other does not identify the attempts of a request.
            at[REQUEST] = -1;
            at[ATTEMPT] = -1;
        }
        return new RecordColumns(NAMES, header.size(), at, 1);
    }

    /** The four columns of the reference study. */
    static RecordColumns reference() {
        int[] at = new int[NAMES.size()];
        Arrays.setAll(at, column -> column < REFERENCE_FIELDS ? column : -1);
        return new RecordColumns(REFERENCE_NAMES, REFERENCE_FIELDS, at, 1_000);
    }

    boolean isReference() {
        return names == REFERENCE_NAMES;
    }

    /** How many cells a row must have. */
    int fields() {
        return fields;
    }

    /**
     * The columns that the file lacks, or that are useless without another. Not those of later versions: {@code ok} and
     * {@code operation} follow from others, and what needs the rest is left out of the report.
     */
    List<String> missing() {
        return IntStream.range(0, at.length)
                .filter(column -> at[column] < 0 && column < OK)
                .mapToObj(NAMES::get)
                .toList();
    }

    /**
     * Creates an attempt from a row. Missing fields default to the simplest case: each row is a request that was sent
     * when it was due.
     *
     * @param row with as many cells as {@link #fields()}
     * @param index how many rows came before it
     * @throws IllegalArgumentException when a cell is invalid for its column; the message says which and why
     */
    AttemptRow row(RowScanner row, long index) {
        long startUs = number(row, START, 0, LAST_INSTANT_US / unitUs) * unitUs;
        int status = status(row);
        String method = text(row, METHOD);
        String failure = text(row, FAILURE);
        String target = text(row, TARGET);
        return new AttemptRow(
                startUs,
                method,
                number(row, LATENCY, 0, LONGEST_US / unitUs) * unitUs,
                status,
                number(row, DUE, startUs, 0, LAST_INSTANT_US),
                (int) number(row, WORKER, AttemptRow.UNKNOWN, 0, Integer.MAX_VALUE),
                number(row, REQUEST, index, 0, Long.MAX_VALUE),
                (int) number(row, ATTEMPT, 1, 1, Integer.MAX_VALUE),
                failure,
                number(row, BYTES, AttemptRow.UNKNOWN, 0, Integer.MAX_VALUE),
                target,
                // Files of earlier versions do not have it: every 2xx response was ok.
                number(row, OK, failure.isEmpty() && StatusSet.SUCCESSFUL.contains(status) ? 1 : 0, 0, 1) == 1,
                at[OPERATION] < 0 ? AttemptRow.operation(method, target) : text(row, OPERATION),
                numberOrEmpty(row, FIRST_BYTE, LONGEST_US),
                (int) numberOrEmpty(row, SENT_BYTES, Integer.MAX_VALUE));
    }

    private int status(RowScanner row) {
        int cell = at[STATUS];
        boolean none = row.isEmpty(cell) || (isReference() && row.number(cell) == 0);
        return none ? AttemptRow.NO_STATUS : (int) number(row, STATUS, 100, 999);
    }

    private String text(RowScanner row, int column) {
        int cell = at[column];
        if (cell < 0) {
            return "";
        }
        String text = row.text(cell, strings);
        return isReference() ? text.trim() : text;
    }

    private long number(RowScanner row, int column, long otherwise, long least, long most) {
        return at[column] < 0 ? otherwise : number(row, column, least, most);
    }

    private long numberOrEmpty(RowScanner row, int column, long most) {
        boolean none = at[column] < 0 || row.isEmpty(at[column]);
        return none ? AttemptRow.UNKNOWN : number(row, column, 0, most);
    }

    private long number(RowScanner row, int column, long least, long most) {
        long value = row.number(at[column]);
        if (value >= least && value <= most) {
            return value;
        }
        String text = row.text(at[column]);
        String shown = (text.length() > 40 ? text.substring(0, 40) + "..." : text).replaceAll("\\p{Cntrl}", "?");
        throw new IllegalArgumentException(
                names.get(column) + " is \"" + shown + "\", not a whole number from " + least + " to " + most);
    }
}
