package io.github.swipestorm.client.transport.wire;

import io.github.swipestorm.client.http.Framing;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.transport.http1.ResponseCapture;

/**
 * Finds the end of one answer after the other, by the framing of the operation that it answers. Bodies are only counted unless they
 * are captured. One instance per connection; not thread-safe. Never throws, whatever the bytes are.
 */
public final class FrameParser implements WireParser {

    private Framing framing;
    private ResponseCapture capture;
    private boolean begun;
    private boolean complete;
    private String problem;
    private long bodyBytes;
    /** Bytes of the body still to come, where their number is known. */
    private long left;
    /** Bytes of the length prefix that have been read, and what they say so far. */
    private int prefixRead;

    private long length;
    /** How many bytes of the delimiter the bytes read so far end with. */
    private int matched;
    /** For each number of matched bytes, how many still match when the next one does not: Knuth, Morris and Pratt 1977. */
    private int[] fallback = {};

    private byte[] delimiter;

    @Override
    public void expect(Operation operation, ResponseCapture into) {
        capture = into;
        begun = false;
        complete = false;
        problem = null;
        bodyBytes = 0;
        prefixRead = 0;
        length = 0;
        matched = 0;
        if (framing != operation.framing()) {
            framing = operation.framing();
            delimiter = framing.delimiter();
            fallback = fallback(delimiter);
        }
        left = framing.size();
    }

    private static int[] fallback(byte[] of) {
        int[] table = new int[of.length];
        int matched = 0;
        for (int i = 1; i < of.length; i++) {
            while (matched > 0 && of[i] != of[matched]) {
                matched = table[matched - 1];
            }
            if (of[i] == of[matched]) {
                matched++;
            }
            table[i] = matched;
        }
        return table;
    }

    @Override
    public int feed(byte[] bytes, int from, int to) {
        if (from < to) {
            begun = true;
        }
        return switch (framing.kind()) {
            case DELIMITER -> upToDelimiter(bytes, from, to);
            case LENGTH_PREFIX -> prefixed(bytes, from, to);
            case SIZE -> known(bytes, from, to);
            case UNTIL_CLOSE -> {
                body(bytes, from, to - from);
                yield to;
            }
            case NO_ANSWER -> {
                problem = "an answer, although the operation expects none";
                yield to;
            }
        };
    }

    private int upToDelimiter(byte[] bytes, int from, int to) {
        int before = matched;
        int at = from;
        if (delimiter.length == 1) {
            byte end = delimiter[0];
            while (at < to && bytes[at] != end) {
                at++;
            }
            if (at < to) {
                at++;
                matched = 1;
            }
        } else {
            while (at < to && matched < delimiter.length) {
                byte next = bytes[at++];
                while (matched > 0 && next != delimiter[matched]) {
                    matched = fallback[matched - 1];
                }
                if (next == delimiter[matched]) {
                    matched++;
                }
            }
        }
        complete = matched == delimiter.length;
        // Bytes that matched may have turned out to be no delimiter; those that match now may be one.
        int released = before + at - from - matched;
        int ofBefore = Math.min(before, released);
        body(delimiter, 0, ofBefore);
        body(bytes, from, released - ofBefore);
        return at;
    }

    private int prefixed(byte[] bytes, int from, int to) {
        int at = from;
        int digits = framing.prefixBytes();
        while (at < to && prefixRead < digits) {
            long next = bytes[at++] & 0xFF;
            length = framing.littleEndian() ? length | next << 8 * prefixRead : length << 8 | next;
            prefixRead++;
            if (prefixRead == digits) {
                left = framing.includesPrefix() ? length - digits : length;
                // As unsigned: the length of 8 bytes may have its highest bit set.
                if (length < 0 || left > Framing.LONGEST_BODY) {
                    problem = "an answer of " + Long.toUnsignedString(length) + " bytes, which is longer than 1 GiB";
                } else if (left < 0) {
                    problem = "an answer of " + length + " bytes, its length of " + digits + " bytes included";
                }
            }
        }
        return prefixRead < digits || problem != null ? at : known(bytes, at, to);
    }

    private int known(byte[] bytes, int from, int to) {
        int taken = (int) Math.min(left, to - from);
        left -= taken;
        body(bytes, from, taken);
        complete = left == 0;
        return from + taken;
    }

    private void body(byte[] bytes, int from, int count) {
        if (count == 0) {
            return;
        }
        if (capture != null) {
            capture.body(bytes, from, count);
        }
        bodyBytes += count;
        if (bodyBytes > Framing.LONGEST_BODY) {
            complete = false;
            problem = "an answer longer than 1 GiB";
        }
    }

    @Override
    public long skippable() {
        boolean lengthKnown =
                framing.kind() == Framing.Kind.SIZE || prefixRead > 0 && prefixRead == framing.prefixBytes();
        return capture == null && lengthKnown && problem == null ? left : 0;
    }

    @Override
    public void skip(int count) {
        left -= count;
        bodyBytes += count;
        complete = left == 0;
    }

    @Override
    public boolean endOfStream() {
        complete |= framing.kind() == Framing.Kind.UNTIL_CLOSE && problem == null;
        return complete;
    }

    @Override
    public boolean complete() {
        return complete;
    }

    /** Whether the first byte of the answer has been read. */
    @Override
    public boolean headSeen() {
        return begun;
    }

    @Override
    public String problem() {
        return problem;
    }

    @Override
    public int status() {
        return Response.NO_STATUS;
    }

    @Override
    public long bodyBytes() {
        return bodyBytes;
    }

    @Override
    public boolean keepAlive() {
        return framing.kind() != Framing.Kind.UNTIL_CLOSE;
    }
}
