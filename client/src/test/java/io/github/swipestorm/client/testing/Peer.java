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
        in.mark(1);
        boolean more = in.read() >= 0;
        in.reset();
        return more;
    }

    boolean serverClosed() {
        return server.isClosed();
    }

    /** Reads one request to its end; false when there are none left. */
    boolean readRequest() throws IOException {
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
        in.transferTo(OutputStream.nullOutputStream());
    }

    void write(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
        server.wrote(bytes.length);
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

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
