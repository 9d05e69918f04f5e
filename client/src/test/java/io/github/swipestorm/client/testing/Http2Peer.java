package io.github.swipestorm.client.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import io.github.swipestorm.client.testing.Http2Frames.Frame;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingDeque;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http2.hpack.HPackDecoder;

/**
 * What an HTTP/2 client sends on a connection of a {@link FaultServer}, request by request. A thread of its own reads it,
 * acknowledges settings and answers pings, so that a script can be in the middle of an answer when the client resets the
 * stream.
 */
final class Http2Peer {

    private static final int WINDOW = 1 << 30;
    private static final int INITIAL_WINDOW = 65_535;
    private static final Request END = new Request(0, "");

    /** Writes to the client. */
    interface Output {
        void write(byte[] bytes) throws IOException;
    }

    /** A request of which the head has arrived. */
    private static final class Request {

        private final int stream;
        private final String head;
        private final ByteArrayOutputStream body = new ByteArrayOutputStream();
        private final CountDownLatch whole = new CountDownLatch(1);
        private volatile boolean reset;

        private Request(int stream, String head) {
            this.stream = stream;
            this.head = head;
        }
    }

    private final DataInputStream in;
    private final Output out;
    private final Http2Frames frames = new Http2Frames();
    private final HPackDecoder decoder = new HPackDecoder(4_096, US_ASCII);
    private final BlockingDeque<Request> arrived = new LinkedBlockingDeque<>();
    private final Map<Integer, Request> open = new ConcurrentHashMap<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    /** The request that was read last; only the script's thread uses it. */
    private Request current = END;

    private final ByteArrayOutputStream block = new ByteArrayOutputStream();

    /**
     * Begins a connection.
     *
     * @param in from which nothing of the connection has been read
     * @param settings what the server tells the client first, as pairs of a setting and its value
     */
    Http2Peer(InputStream in, Output out, int... settings) throws IOException {
        this.in = new DataInputStream(in);
        this.out = out;
        out.write(new Http2Frames()
                .settings(settings)
                .window(0, Integer.MAX_VALUE - INITIAL_WINDOW)
                .take());
        Thread reader = new Thread(this::read, "fault-server");
        reader.setDaemon(true);
        reader.start();
    }

    /** What the server tells a client that is to be disturbed by nothing. */
    static int[] usualSettings() {
        return new int[] {Http2Frames.INITIAL_WINDOW_SIZE, WINDOW};
    }

    private void read() {
        try {
            in.readNBytes(Http2Frames.PREFACE.length);
            while (true) {
                take(Http2Frames.read(in));
            }
        } catch (IOException | HttpException e) {
            // The client has gone, or the test is over.
        } finally {
            ended.countDown();
            open.values().forEach(request -> request.whole.countDown());
            arrived.add(END);
        }
    }

    private void take(Frame frame) throws IOException, HttpException {
        switch (frame.type()) {
            case Http2Frames.HEADERS, Http2Frames.CONTINUATION -> {
                block.writeBytes(frame.payload());
                if (frame.has(Http2Frames.END_HEADERS)) {
                    begin(frame.stream());
                }
            }
            case Http2Frames.DATA -> {
                Request request = open.get(frame.stream());
                if (request != null) {
                    request.body.writeBytes(frame.payload());
                }
            }
            case Http2Frames.RST_STREAM -> {
                Request request = open.remove(frame.stream());
                if (request != null) {
                    request.reset = true;
                    request.whole.countDown();
                }
            }
            case Http2Frames.SETTINGS, Http2Frames.PING -> {
                if (!frame.has(Http2Frames.ACK)) {
                    byte[] same = frame.type() == Http2Frames.PING ? frame.payload() : new byte[0];
                    out.write(new Http2Frames()
                            .frame(frame.type(), Http2Frames.ACK, 0, same)
                            .take());
                }
            }
            default -> {
                // Nothing that a script waits for.
            }
        }
        boolean ofRequest = frame.type() == Http2Frames.HEADERS || frame.type() == Http2Frames.DATA;
        if (ofRequest && frame.has(Http2Frames.END_STREAM) && open.containsKey(frame.stream())) {
            open.get(frame.stream()).whole.countDown();
        }
    }

    private void begin(int stream) throws HttpException {
        StringBuilder head = new StringBuilder();
        String method = "";
        String path = "";
        for (Header field : decoder.decodeHeaders(ByteBuffer.wrap(block.toByteArray()))) {
            switch (field.getName()) {
                case ":method" -> method = field.getValue();
                case ":path" -> path = field.getValue();
                case ":authority" ->
                    head.append("host: ").append(field.getValue()).append("\r\n");
                case ":scheme" -> {
                    // The server knows it.
                }
                default ->
                    head.append(field.getName())
                            .append(": ")
                            .append(field.getValue())
                            .append("\r\n");
            }
        }
        block.reset();
        Request request = new Request(stream, method + " " + path + " HTTP/2\r\n" + head + "\r\n");
        open.put(stream, request);
        arrived.add(request);
    }

    private Request next() {
        try {
            Request next = arrived.takeFirst();
            if (next == END) {
                arrived.addFirst(END);
            }
            return next;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Waits until a request begins; says whether one did. */
    boolean awaitRequest() {
        Request next = next();
        if (next != END) {
            arrived.addFirst(next);
        }
        return next != END;
    }

    /** The head of the next request, as in HTTP/1.1 but for the version; empty when there is none. */
    String readHead() {
        current = next();
        return current.head;
    }

    /** The next request as a whole; empty when there is none, or not all of it. */
    String readRequest() throws IOException {
        String head = readHead();
        await(current.whole);
        return current == END || current.reset ? "" : head + current.body.toString(ISO_8859_1);
    }

    /** Waits until the client has closed the connection. */
    void readToTheEnd() {
        await(ended);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Whether the client wants no more of the answer to the request that was read last. */
    boolean isReset() {
        return current.reset || ended.getCount() == 0;
    }

    /** The stream of the request that was read last. */
    int stream() {
        return current.stream;
    }

    /** Writes frames. */
    void write(Act.Frames what) throws IOException {
        what.on(frames, current.stream);
        out.write(frames.take());
    }
}
