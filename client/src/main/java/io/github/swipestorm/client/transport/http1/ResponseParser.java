package io.github.swipestorm.client.transport.http1;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.transport.wire.WireParser;

/**
 * Parses one response after the other from arbitrary pieces of bytes, by RFC 9112, and rejects everything that is not a
 * valid response. Discards bodies unless they are captured, and allocates only a buffer for lines that arrive in pieces. One instance per
 * connection; not thread-safe. Never throws, whatever the input.
 */
public final class ResponseParser implements WireParser {

    /** The most header lines of one response. */
    public static final int MOST_HEADERS = 200;
    /** The most informational responses (1xx) before the final one. */
    public static final int MOST_INFORMATIONAL = 100;
    /** The longest body of one response, announced or not: 1 GiB. */
    public static final long LONGEST_BODY = 1L << 30;

    private enum State {
        STATUS,
        HEADERS,
        FIXED,
        CHUNK_SIZE,
        CHUNK,
        CHUNK_END,
        TRAILERS,
        UNTIL_CLOSE,
        COMPLETE,
        BROKEN
    }

    private final LineReader lines = new LineReader();
    private final ResponseHeadCache memo;
    private final ResponseHead head = new ResponseHead();
    private ResponseCapture capture;
    private State state = State.COMPLETE;
    private boolean headRequest;
    private boolean headSeen;
    private boolean untilClose;
    private int headers;
    private int informational;
    private long left;
    private long bodyBytes;
    private String problem;

    /** A parser; the parsers of one loop share a cache. */
    public ResponseParser(ResponseHeadCache memo) {
        this.memo = memo;
    }

    @Override
    public void expect(Operation operation, ResponseCapture into) {
        expect(operation.method().equals("HEAD"), into);
    }

    /** Prepares for the next response, of which only the fields and the length of the body are kept. */
    public void expect(boolean toHeadRequest) {
        expect(toHeadRequest, null);
    }

    /**
     * Prepares for the next response.
     *
     * @param into receives its headers and body; null when neither is needed
     */
    public void expect(boolean toHeadRequest, ResponseCapture into) {
        headRequest = toHeadRequest;
        capture = into;
        headSeen = false;
        untilClose = false;
        informational = 0;
        bodyBytes = 0;
        problem = null;
        lines.clear();
        state = State.STATUS;
    }

    @Override
    public int feed(byte[] bytes, int from, int to) {
        int at = from;
        if (capture == null && state == State.STATUS && lines.isEmpty()) {
            int known = memo.recall(bytes, from, to, head);
            if (known > 0) {
                at += known;
                frameBody();
            }
        }
        int headStart = at;
        boolean atStart = capture == null && state == State.STATUS && lines.isEmpty();
        while (at < to && state != State.COMPLETE && state != State.BROKEN) {
            boolean inHead = state == State.HEADERS;
            at = step(bytes, at, to);
            if (inHead && atStart && state != State.HEADERS && state != State.BROKEN) {
                memo.remember(bytes, headStart, at, head);
                atStart = false;
            }
            if (state == State.STATUS && inHead) {
                // An informational response: the next one begins here.
                headStart = at;
                atStart = capture == null;
            }
        }
        return at;
    }

    @Override
    public long skippable() {
        return capture == null && (state == State.FIXED || state == State.CHUNK) ? left : 0;
    }

    @Override
    public void skip(int count) {
        left -= count;
        bodyBytes += count;
        if (left == 0) {
            state = state == State.FIXED ? State.COMPLETE : State.CHUNK_END;
        }
    }

    private int step(byte[] bytes, int at, int to) {
        switch (state) {
            case FIXED, CHUNK -> {
                int taken = (int) Math.min(left, to - at);
                if (capture != null) {
                    capture.body(bytes, at, taken);
                }
                skip(taken);
                return at + taken;
            }
            case UNTIL_CLOSE -> {
                if (capture != null) {
                    capture.body(bytes, at, to - at);
                }
                bodyBytes += to - at;
                if (bodyBytes > LONGEST_BODY) {
                    fail("a body longer than 1 GiB");
                }
                return to;
            }
            default -> {
                int next = lines.read(bytes, at, to);
                if (lines.tooLong()) {
                    fail(state == State.STATUS ? notHttp() : "a line of its head is longer than 16 KiB");
                } else if (lines.complete()) {
                    line();
                    lines.clear();
                } else if (state == State.STATUS && !ResponseHead.mayBecomeStatusLine(lines)) {
                    fail(notHttp());
                }
                return next;
            }
        }
    }

    private void line() {
        switch (state) {
            case STATUS -> statusLine();
            case HEADERS -> header();
            case CHUNK_SIZE -> chunkSize();
            case CHUNK_END -> {
                if (lines.length() == 0) {
                    state = State.CHUNK_SIZE;
                } else {
                    fail("a chunk is longer than it said");
                }
            }
            case TRAILERS -> {
                if (lines.length() == 0) {
                    state = State.COMPLETE;
                } else if (++headers > MOST_HEADERS) {
                    fail("more than 200 header lines");
                } else if (headers == 1 && ResponseHead.isFold(lines)) {
                    fail("a header line without a name: '" + lines.text(60) + "'");
                } else {
                    String wrong = ResponseHead.malformed(lines);
                    if (wrong != null) {
                        fail(wrong);
                    }
                }
            }
            default -> throw new IllegalStateException("No line is read in state " + state);
        }
    }

    private void statusLine() {
        headers = 0;
        if (capture != null) {
            capture.statusLine();
        }
        if (head.statusLine(lines)) {
            state = State.HEADERS;
        } else {
            fail(notHttp());
        }
    }

    private void header() {
        if (lines.length() == 0) {
            String wrong = head.contradiction();
            if (wrong != null) {
                fail(wrong);
            } else if (head.status() >= 200) {
                frameBody();
            } else if (++informational > MOST_INFORMATIONAL) {
                fail("more than 100 informational answers");
            } else {
                state = State.STATUS;
            }
            return;
        }
        String wrong = ++headers > MOST_HEADERS ? "more than 200 header lines" : head.header(lines);
        if (wrong != null) {
            fail(wrong);
        } else if (capture != null) {
            String line = lines.text(LineReader.LONGEST);
            int colon = line.indexOf(':');
            if (colon > 0) {
                capture.header(line.substring(0, colon), line.substring(colon + 1));
            }
        }
    }

    /** How long the body is: RFC 9112, section 6.3. */
    private void frameBody() {
        headSeen = true;
        if (headRequest || !head.hasBody()) {
            state = State.COMPLETE;
        } else if (head.chunked()) {
            state = State.CHUNK_SIZE;
        } else if (head.length() < 0) {
            state = State.UNTIL_CLOSE;
            untilClose = true;
        } else if (head.length() > LONGEST_BODY) {
            fail("a body longer than 1 GiB");
        } else {
            left = head.length();
            state = left == 0 ? State.COMPLETE : State.FIXED;
        }
    }

    private void chunkSize() {
        left = lines.leadingHex();
        if (left < 0) {
            fail("a chunk without a size");
        } else if (bodyBytes + left > LONGEST_BODY) {
            fail("a body longer than 1 GiB");
        } else {
            headers = 0;
            state = left == 0 ? State.TRAILERS : State.CHUNK;
        }
    }

    @Override
    public boolean endOfStream() {
        if (state == State.UNTIL_CLOSE) {
            state = State.COMPLETE;
        }
        return state == State.COMPLETE;
    }

    private String notHttp() {
        return "not an HTTP/1.1 answer: '" + lines.text(60) + "'";
    }

    private void fail(String why) {
        problem = why;
        state = State.BROKEN;
    }

    @Override
    public boolean complete() {
        return state == State.COMPLETE;
    }

    @Override
    public boolean headSeen() {
        return headSeen;
    }

    @Override
    public String problem() {
        return problem;
    }

    @Override
    public int status() {
        return head.status();
    }

    @Override
    public String location() {
        return head.location();
    }

    /** Whether the response is complete only when the connection ends; defined after the head. */
    public boolean endsWithConnection() {
        return untilClose;
    }

    @Override
    public long bodyBytes() {
        return bodyBytes;
    }

    @Override
    public boolean keepAlive() {
        return head.keepAlive() && !untilClose;
    }

    /** For messages: bytes decoded as ISO-8859-1. */
    static String latin(byte[] bytes, int from, int length) {
        return new String(bytes, from, length, ISO_8859_1);
    }
}
