package io.github.swipestorm.client.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.github.swipestorm.client.http.Target;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLSocket;

/** A connection of a {@link FaultServer}, with what its acts can do to the client at the other end. Not thread-safe. */
public final class Peer implements AutoCloseable {

    private static final Pattern LENGTH = Pattern.compile("(?i)\r\nContent-Length: (\\d+)\r\n");

    /** CR LF CR LF. */
    private static final int EMPTY_LINE = 0x0D0A0D0A;

    private final FaultServer server;
    private final Socket raw;
    private final Socket socket;
    private final InputStream in;
    /** Null for a client that has not said that it speaks HTTP/2. */
    private Http2Peer http2;

    private boolean asked;

    Peer(FaultServer server, Socket raw, Optional<FaultServer.Securing> tls) throws IOException {
        this.server = server;
        this.raw = raw;
        socket = tls.isPresent() ? tls.get().secured(raw) : raw;
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** Waits until the client sends something; says whether it did. */
    boolean awaitsMore() throws IOException {
        if (socket.isClosed()) {
            return false;
        }
        if (speaksHttp2()) {
            return http2.awaitRequest();
        }
        in.mark(1);
        boolean more = in.read() >= 0;
        in.reset();
        return more;
    }

    /** Waits for the client's first bytes, and says whether they are the beginning of HTTP/2. */
    private boolean speaksHttp2() throws IOException {
        if (!asked) {
            asked = true;
            in.mark(3);
            boolean preface = in.read() == 'P' && in.read() == 'R' && in.read() == 'I';
            in.reset();
            if (preface) {
                http2 = new Http2Peer(in, this::write, server.settings());
            }
        }
        return http2 != null;
    }

    boolean serverClosed() {
        return server.isClosed();
    }

    /** Reads one request to its end; false when there are none left. */
    boolean readRequest() throws IOException {
        if (speaksHttp2()) {
            String request = http2.readRequest();
            if (!request.isEmpty()) {
                server.received(request);
            }
            return !request.isEmpty();
        }
        String head = readHead();
        if (head.isEmpty()) {
            return false;
        }
        Matcher length = LENGTH.matcher(head);
        byte[] body = in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
        server.received(head + new String(body, ISO_8859_1));
        return true;
    }

    /** Reads up to the end of a request's head; empty when there are none left. */
    String readHead() throws IOException {
        if (speaksHttp2()) {
            return http2.readHead();
        }
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        for (int lastFour = 0; lastFour != EMPTY_LINE; ) {
            int next = in.read();
            if (next < 0) {
                return "";
            }
            head.write(next);
            lastFour = lastFour << 8 | next;
        }
        return head.toString(ISO_8859_1);
    }

    /** Until one of the two ends. */
    void tunnel(Target target) throws IOException {
        readRequest();
        write("HTTP/1.1 200 Connection established\r\n\r\n".getBytes(ISO_8859_1));
        try (Socket behind = new Socket(target.host(), target.port())) {
            Thread back = new Thread(() -> {
                try (InputStream answers = behind.getInputStream()) {
                    answers.transferTo(socket.getOutputStream());
                } catch (IOException e) {
                    // One of the two has gone.
                }
            });
            back.setDaemon(true);
            back.start();
            in.transferTo(behind.getOutputStream());
        }
    }

    void readSome() throws IOException {
        in.read(new byte[8 * 1024]);
    }

    void readToTheEnd() throws IOException {
        if (http2 != null) {
            http2.readToTheEnd();
            return;
        }
        in.transferTo(OutputStream.nullOutputStream());
    }

    /** The thread that reads HTTP/2 writes, too. */
    synchronized void write(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        server.wrote(bytes.length);
    }

    /**
     * Answers the request that was read last.
     *
     * @param headers names and values in turn
     */
    void answer(int status, String body, String... headers) throws IOException {
        if (http2 != null) {
            String[] fields = new String[headers.length + 4];
            fields[0] = ":status";
            fields[1] = String.valueOf(status);
            for (int i = 0; i < headers.length; i++) {
                fields[i + 2] = i % 2 == 0 ? headers[i].toLowerCase(Locale.ROOT) : headers[i];
            }
            fields[fields.length - 2] = "content-length";
            fields[fields.length - 1] = String.valueOf(body.length());
            http2.write((out, stream) -> {
                out.headers(stream, body.isEmpty(), fields);
                if (!body.isEmpty()) {
                    out.data(stream, true, body);
                }
            });
            return;
        }
        StringBuilder answer = new StringBuilder("HTTP/1.1 " + status + " \r\n");
        for (int i = 0; i < headers.length; i += 2) {
            answer.append(headers[i]).append(": ").append(headers[i + 1]).append("\r\n");
        }
        answer.append("Content-Length: ")
                .append(body.length())
                .append("\r\n\r\n")
                .append(body);
        write(answer.toString().getBytes(ISO_8859_1));
    }

    /** Answers, and says that it is the last answer on this connection; the client closes it. */
    void answerLast(int status) throws IOException {
        if (http2 == null) {
            answer(status, "", "Connection", "close");
            close();
            return;
        }
        http2.write((out, stream) -> out.goAway(stream, 0));
        answer(status, "");
        http2.readToTheEnd();
    }

    /** Sends frames to a client that speaks HTTP/2. */
    void frames(Act.Frames what) throws IOException {
        http2.write(what);
    }

    /** Whether the client wants no more of the answer to the request that was read last. */
    boolean isReset() {
        return http2.isReset();
    }

    /** At least so long, unless the server is closed: a park may end early. */
    void pause(Duration time) {
        long begin = System.nanoTime();
        for (long left = time.toNanos();
                left > 0 && !serverClosed();
                left = time.toNanos() - (System.nanoTime() - begin)) {
            LockSupport.parkNanos(left);
        }
    }

    /** A key update in TLS 1.3, a renegotiation in 1.2. */
    void handshakeAgain() throws IOException {
        ((SSLSocket) socket).startHandshake();
    }

    void halfClose() throws IOException {
        socket.shutdownOutput();
    }

    void reset() throws IOException {
        raw.setSoLinger(true, 0);
        raw.close();
    }

    void cut() throws IOException {
        raw.close();
    }

    /** Where a thread reads, bytes that it had not read would turn the end into a reset, which overtakes an answer. */
    @Override
    public void close() throws IOException {
        if (http2 != null && !socket.isClosed() && !socket.isOutputShutdown()) {
            socket.shutdownOutput();
            http2.readToTheEnd();
        }
        socket.close();
    }
}
