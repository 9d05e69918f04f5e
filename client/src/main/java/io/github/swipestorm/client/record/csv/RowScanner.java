package io.github.swipestorm.client.record.csv;

import java.io.IOException;
import java.io.Reader;
import java.util.Arrays;

/**
 * Splits CSV text (RFC 4180, line breaks of any kind) into rows, without an object for a row or a cell: a file of records
 * has hundreds of millions of them. Empty lines are skipped.
 */
final class RowScanner {

    /** What {@link #next} came upon. */
    enum Found {
        /** A row that ends with a line break. */
        ROW,
        /** A row that the end of the text cut off, within quotes perhaps. */
        PARTIAL_ROW,
        /** A quotation mark out of place, or a row longer than {@link #LONGEST_ROW}. */
        MALFORMED,
        END
    }

    /** In characters. */
    static final int LONGEST_ROW = 1 << 20;

    private static final int NOTHING = -1;

    private final Reader text;
    private final char[] buffer = new char[1 << 16];
    private int at;
    private int limit;
    private char[] row = new char[1 << 10];
    private int length;
    /** Where each cell ends in {@link #row}. */
    private int[] ends = new int[16];

    private int cells;
    private long line;
    private long lineBreaks;

    RowScanner(Reader text) {
        this.text = text;
    }

    /** Goes to the next row. After {@link Found#MALFORMED} there is none. */
    Found next() throws IOException {
        line = lineBreaks + 1;
        cells = 0;
        length = 0;
        while (true) {
            int c = read();
            if (c == '"') {
                c = quoted();
                if (c == NOTHING) {
                    endCell();
                    return Found.PARTIAL_ROW;
                }
            } else {
                c = plain(c);
            }
            if (length > LONGEST_ROW || (c != ',' && c != '\n' && c != '\r' && c != NOTHING)) {
                return Found.MALFORMED;
            }
            boolean empty = cells == 0 && length == 0;
            if (c == NOTHING) {
                endCell();
                return empty ? Found.END : Found.PARTIAL_ROW;
            }
            if (c != ',') {
                endLine(c);
                if (empty) {
                    line = lineBreaks + 1;
                    continue;
                }
                endCell();
                return Found.ROW;
            }
            endCell();
        }
    }

    /** Takes a cell without quotes, from {@code c} on, and returns what ended it. */
    private int plain(int c) throws IOException {
        int next = c;
        while (next != ',' && next != '\n' && next != '\r' && next != NOTHING && length <= LONGEST_ROW) {
            append(next);
            next = at < limit ? buffer[at++] : read();
        }
        return next;
    }

    /** Takes a cell from behind its opening quote and returns what follows the closing one; nothing when there is none. */
    private int quoted() throws IOException {
        while (length <= LONGEST_ROW) {
            int c = read();
            if (c == NOTHING) {
                return NOTHING;
            }
            if (c == '"') {
                c = read();
                if (c != '"') {
                    return c;
                }
            } else if (c == '\n') {
                lineBreaks++;
            }
            append(c);
        }
        return '"';
    }

    /** Counts a line break whose first character has been read, and takes the second, if it has one. */
    private void endLine(int c) throws IOException {
        lineBreaks++;
        if (c == '\r' && read() != '\n' && at > 0) {
            at--;
        }
    }

    private int read() throws IOException {
        if (at == limit) {
            limit = Math.max(0, text.read(buffer, 0, buffer.length));
            at = 0;
            if (limit == 0) {
                return NOTHING;
            }
        }
        return buffer[at++];
    }

    private void append(int c) {
        if (length == row.length) {
            row = Arrays.copyOf(row, 2 * length);
        }
        row[length++] = (char) c;
    }

    private void endCell() {
        if (cells == ends.length) {
            ends = Arrays.copyOf(ends, 2 * cells);
        }
        ends[cells++] = length;
    }

    /** The number of the line in which the row begins, from 1. */
    long line() {
        return line;
    }

    int cells() {
        return cells;
    }

    private int start(int cell) {
        return cell == 0 ? 0 : ends[cell - 1];
    }

    boolean isEmpty(int cell) {
        return start(cell) == ends[cell];
    }

    String text(int cell) {
        return new String(row, start(cell), ends[cell] - start(cell));
    }

    /** The text of a cell; equal ones that came lately are one object. */
    String text(int cell, RecentStrings strings) {
        return strings.same(row, start(cell), ends[cell]);
    }

    /**
     * Reads a cell as a whole number; blanks around it do not matter.
     *
     * @return negative when it is none, or one that needs more than 63 bits
     */
    long number(int cell) {
        int from = start(cell);
        int to = ends[cell];
        while (from < to && row[from] <= ' ') {
            from++;
        }
        while (from < to && row[to - 1] <= ' ') {
            to--;
        }
        long value = from == to ? -1 : 0;
        for (int i = from; i < to; i++) {
            int digit = row[i] - '0';
            if (digit < 0 || digit > 9 || value > (Long.MAX_VALUE - digit) / 10) {
                return -1;
            }
            value = 10 * value + digit;
        }
        return value;
    }
}
