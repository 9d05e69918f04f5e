package io.github.swipestorm.client.transport.http1;

import java.util.Arrays;

/**
 * Finds lines in pieces of bytes. A line within one piece is read in place; only a line that spans pieces is copied.
 * Lines end with LF; a preceding CR is dropped (RFC 9112, section 2.2).
 */
public final class LineReader {

    /** The longest line, its end included. */
    public static final int LONGEST = 16 * 1024;

    private static final byte[] NOTHING = {};

    private byte[] pieces = NOTHING;
    private int inPieces;
    private byte[] line = NOTHING;
    private int start;
    private int length;
    private boolean complete;
    private boolean tooLong;

    /** Discards the line that was read. */
    void clear() {
        inPieces = 0;
        length = 0;
        complete = false;
        tooLong = false;
    }

    /** Reads up to the end of the line, or of the range; returns the position after the last byte read. */
    int read(byte[] bytes, int from, int to) {
        int end = from;
        while (end < to && bytes[end] != '\n') {
            end++;
        }
        boolean found = end < to;
        int next = found ? end + 1 : end;
        if (inPieces + next - from > LONGEST) {
            tooLong = true;
            keep(bytes, from, Math.min(next, from + LONGEST - inPieces));
            see(pieces, 0, inPieces);
        } else if (found && inPieces == 0) {
            see(bytes, from, end - from);
            complete = true;
        } else {
            keep(bytes, from, next);
            see(pieces, 0, found ? inPieces - 1 : inPieces);
            complete = found;
        }
        if (complete && length > 0 && line[start + length - 1] == '\r') {
            length--;
        }
        return next;
    }

    private void see(byte[] bytes, int from, int count) {
        line = bytes;
        start = from;
        length = count;
    }

    private void keep(byte[] bytes, int from, int to) {
        int count = to - from;
        if (inPieces + count > pieces.length) {
            pieces = Arrays.copyOf(pieces, Math.min(LONGEST, Math.max(256, 2 * (inPieces + count))));
        }
        System.arraycopy(bytes, from, pieces, inPieces, count);
        inPieces += count;
    }

    /** Whether no byte of a line has been read yet. */
    boolean isEmpty() {
        return inPieces == 0;
    }

    /** Whether the line is complete. */
    boolean complete() {
        return complete;
    }

    boolean tooLong() {
        return tooLong;
    }

    /** Bytes of the line so far, without its line ending. */
    int length() {
        return length;
    }

    byte at(int index) {
        return line[start + index];
    }

    /** Whether the line has these bytes at an index, ignoring case; {@code word} is in lower case. */
    boolean hasAt(int index, byte[] word) {
        if (index + word.length > length) {
            return false;
        }
        for (int i = 0; i < word.length; i++) {
            byte b = at(index + i);
            if ((b >= 'A' && b <= 'Z' ? b + 32 : b) != word[i]) {
                return false;
            }
        }
        return true;
    }

    /** The hexadecimal number at the start of the line, up to a blank or semicolon; -1 when there is none. */
    long leadingHex() {
        long value = 0;
        int i = 0;
        while (i < length && Character.digit(at(i), 16) >= 0) {
            if (value > Long.MAX_VALUE >> 5) {
                return -1;
            }
            value = value * 16 + Character.digit(at(i), 16);
            i++;
        }
        boolean ended = i == length || at(i) == ';' || at(i) == ' ' || at(i) == '\t';
        return i > 0 && ended ? value : -1;
    }

    /** A part of the line. */
    String text(int from, int to) {
        return ResponseParser.latin(line, start + from, to - from);
    }

    /** The start of the line, at most this many characters. */
    String text(int most) {
        return ResponseParser.latin(line, start, Math.min(length, most));
    }
}
