package io.github.swipestorm.client.record.csv;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Splits CSV text (RFC 4180, line breaks of any kind) into rows, without creating an object per row or cell: a file of
 * records has hundreds of millions of them. Skips empty lines.
 */
final class RowScanner {

    /** The result of {@link #next}. */
    enum Found {
        /** A row that ends with a line break. */
        ROW,
        /** A row truncated by the end of the text, perhaps within quotes. */
        PARTIAL_ROW,
        /** A misplaced quotation mark, or a row longer than {@link #LONGEST_ROW}. */
        MALFORMED,
        END
    }

    /** In bytes. */
    static final int LONGEST_ROW = 1 << 20;

    /** A number with this many digits may need 64 bits, and is negative then, but no more. */
    private static final int MOST_DIGITS = 19;

    private static final int NOTHING = -1;

    private final InputStream text;
    private byte[] buffer = new byte[1 << 16];
    private int at;
    private int limit;
    /**
     * The start of the row in {@link #buffer}; cells are relative to it, as the row moves when the buffer is filled.
     */
    private int row;

    private int[] starts = new int[16];
    private int[] ends = new int[16];
    private int cells;
    private long line;
    private long lineBreaks;

    /** @param text in UTF-8 */
    RowScanner(InputStream text) {
        this.text = text;
    }

    /** Goes to the next row. After {@link Found#MALFORMED} there is none. */
    Found next() throws IOException {
        while (true) {
            line = lineBreaks + 1;
            cells = 0;
            row = at;
            int end = cell();
            while (end == ',') {
                end = cell();
            }
            if (at - row > LONGEST_ROW || (end != '\n' && end != '\r' && end != NOTHING)) {
                return Found.MALFORMED;
            }
            boolean empty = cells == 1 && isEmpty(0);
            if (end == NOTHING) {
                return empty ? Found.END : Found.PARTIAL_ROW;
            }
            lineBreaks++;
            if (end == '\r' && read() != '\n' && at < limit) {
                at--;
            }
            if (!empty) {
                return Found.ROW;
            }
        }
    }

    /** Reads one cell and returns what ended it. */
    private int cell() throws IOException {
        if (cells == ends.length) {
            starts = Arrays.copyOf(starts, 2 * cells);
            ends = Arrays.copyOf(ends, 2 * cells);
        }
        int cell = cells++;
        starts[cell] = at - row;
        ends[cell] = at - row;
        if (at == limit && !fill()) {
            return NOTHING;
        }
        if (buffer[at] == '"') {
            at++;
            return quoted(cell);
        }
        while (true) {
            int i = at;
            while (i < limit) {
                byte b = buffer[i++];
                if (b == ',' || b == '\n' || b == '\r') {
                    at = i;
                    ends[cell] = i - 1 - row;
                    return b;
                }
            }
            at = limit;
            if (!fill()) {
                ends[cell] = at - row;
                return NOTHING;
            }
        }
    }

    /** Reads a cell after its opening quote and returns what follows the closing one; nothing when there is none. */
    private int quoted(int cell) throws IOException {
        while (true) {
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
            // Two quotes stand for one, so the text is compacted, never beyond what has been read.
            buffer[row + ends[cell]++] = (byte) c;
        }
    }

    private int read() throws IOException {
        return at < limit || fill() ? buffer[at++] & 0xFF : NOTHING;
    }

    /** Reads more of the row; a row that is too long ends there. */
    private boolean fill() throws IOException {
        if (row > 0) {
            System.arraycopy(buffer, row, buffer, 0, limit - row);
            at -= row;
            limit -= row;
            row = 0;
        }
        if (limit == buffer.length) {
            if (limit > LONGEST_ROW) {
                return false;
            }
            buffer = Arrays.copyOf(buffer, 2 * limit);
        }
        int got = text.read(buffer, limit, buffer.length - limit);
        limit += Math.max(0, got);
        return got > 0;
    }

    /** The number of the line in which the row begins, from 1. */
    long line() {
        return line;
    }

    int cells() {
        return cells;
    }

    boolean isEmpty(int cell) {
        return starts[cell] == ends[cell];
    }

    String text(int cell) {
        return new String(buffer, row + starts[cell], ends[cell] - starts[cell], StandardCharsets.UTF_8);
    }

    /** The text of a cell; recent equal texts are one object. */
    String text(int cell, RecentStrings strings) {
        return strings.same(buffer, row + starts[cell], row + ends[cell]);
    }

    /**
     * Parses a cell as a whole number, ignoring surrounding blanks.
     *
     * @return negative when it is not one, or needs more than 63 bits
     */
    long number(int cell) {
        int from = row + starts[cell];
        int to = row + ends[cell];
        while (from < to && buffer[from] <= ' ') {
            from++;
        }
        while (from < to && buffer[to - 1] <= ' ') {
            to--;
        }
        if (from == to || to - from > MOST_DIGITS) {
            return -1;
        }
        long value = 0;
        for (int i = from; i < to; i++) {
            int digit = buffer[i] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = 10 * value + digit;
        }
        return value;
    }
}
