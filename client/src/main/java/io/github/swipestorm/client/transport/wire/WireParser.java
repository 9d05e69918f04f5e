package io.github.swipestorm.client.transport.wire;

import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.transport.http1.ResponseCapture;

/**
 * Parses one answer after the other from arbitrary pieces of bytes, in a protocol whose answers have the order of the requests.
 * One instance per connection; not thread-safe. Never throws, whatever the bytes are.
 */
public interface WireParser {

    /**
     * Prepares for the next answer.
     *
     * @param operation of the request that it answers
     * @param into receives what the operation's checks read; null when they read nothing
     */
    void expect(Operation operation, ResponseCapture into);

    /** Consumes the bytes of a range that belong to the answer; returns the position after them. */
    int feed(byte[] bytes, int from, int to);

    /**
     * How many of the next bytes belong to the answer's body and need not be looked at, because they are only counted;
     * {@link #skip} then takes them instead of {@link #feed}.
     */
    long skippable();

    /**
     * Counts bytes of the body.
     *
     * @param count 1 to {@link #skippable}
     */
    void skip(int count);

    /** The connection has ended: returns whether that completes the answer. */
    boolean endOfStream();

    /** Whether the answer is complete. */
    boolean complete();

    /** Whether what precedes the body has been read. */
    boolean headSeen();

    /** What is wrong with the answer; null while it is valid. */
    String problem();

    /** The answer's status, or {@link Response#NO_STATUS}; defined after its head. */
    int status();

    /** Where the answer redirects its request to; null when it does not. Defined after the head. */
    default String location() {
        return null;
    }

    /** Bytes of the body so far. */
    long bodyBytes();

    /** Whether the connection can be reused for another exchange; defined after the head. */
    boolean keepAlive();
}
