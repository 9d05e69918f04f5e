package io.github.swipestorm.client.transport.http2;

import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.transport.http1.ResponseCapture;

/** One exchange in flight on a connection; reused for the next one. A data holder for {@link Http2Connection}. */
final class Http2Stream {

    /** 0 while there is no exchange. */
    int id;

    int slot;
    long sent;
    Operation operation;
    boolean headSeen;
    /** Whether the response has no body whatever its head says. */
    boolean bodiless;

    int informational;
    int status;
    /** As announced; negative when it is not. */
    long length;

    long bytes;
    /** Of a redirect that is followed; otherwise null. */
    String location;

    /** What the server may still send. */
    long receiveWindow;
    /** What the client may still send. */
    long sendWindow;
    /** The rest of the request's body, which waits until the server permits it; empty when there is none. */
    byte[] unsent = ComposedRequest.NOTHING;

    int unsentFrom;
    /** Null unless the operation's checks read something of the response. */
    ResponseCapture capture;
    /** Kept for the next operation that needs it. */
    private ResponseCapture spare;

    void begin(int streamId, int inSlot, Operation of, long nanos, long window) {
        id = streamId;
        slot = inSlot;
        operation = of;
        sent = nanos;
        headSeen = false;
        bodiless = of.method().equals("HEAD");
        informational = 0;
        bytes = 0;
        length = -1;
        location = null;
        receiveWindow = Http2Connection.STREAM_WINDOW;
        sendWindow = window;
        capture = null;
        if (ResponseCapture.isNeeded(of)) {
            spare = spare == null ? new ResponseCapture() : spare;
            capture = spare;
            capture.expect(of);
        }
    }

    /** Whether a part of the request's body has not been sent. */
    boolean hasUnsent() {
        return unsentFrom < unsent.length;
    }

    void end() {
        id = 0;
        unsent = ComposedRequest.NOTHING;
        unsentFrom = 0;
    }
}
