package io.github.swipestorm.client.transport.http1;

import java.util.Arrays;

/**
 * Remembers the last response head, byte for byte, with its parsed fields. A server's heads change once a second, in
 * their date; comparing 200 bytes with vector instructions takes a tenth of the time of parsing them again. Not
 * thread-safe.
 */
public final class ResponseHeadCache {

    private static final int LONGEST = 2 * 1024;

    private final byte[] bytes = new byte[LONGEST];
    private final ResponseHead head = new ResponseHead();
    private int length;

    /**
     * The length of the cached head when a range begins with exactly that head, whose fields are then copied; otherwise
     * 0.
     */
    int recall(byte[] range, int from, int to, ResponseHead into) {
        if (length == 0 || to - from < length || !Arrays.equals(bytes, 0, length, range, from, from + length)) {
            return 0;
        }
        into.become(head);
        return length;
    }

    /**
     * The length of a whole response at the start of a range if its head is the cached one with a known body length and
     * the range contains the whole body; otherwise 0. {@link #head} then has its fields.
     */
    public int wholeAnswer(byte[] range, int from, int to) {
        long all = length + head.length();
        boolean known = length > 0
                && head.length() >= 0
                && !head.chunked()
                && head.hasBody()
                && all <= to - from
                && Arrays.equals(bytes, 0, length, range, from, from + length);
        return known ? (int) all : 0;
    }

    /** The fields of the cached head. */
    public ResponseHead head() {
        return head;
    }

    /** Caches a complete head; heads that are too long or informational are not cached. */
    void remember(byte[] range, int from, int to, ResponseHead says) {
        if (to - from > LONGEST || says.status() < 200) {
            return;
        }
        length = to - from;
        System.arraycopy(range, from, bytes, 0, length);
        head.become(says);
    }
}
