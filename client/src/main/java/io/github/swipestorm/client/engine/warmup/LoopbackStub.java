package io.github.swipestorm.client.engine.warmup;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.plan.SelfWarmUp;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The least that can answer a request: for the client to warm itself up with, never to be measured. It answers whatever it
 * gets with 201, and reads a request's length from the Content-Length that the client always sends with a body.
 */
public final class LoopbackStub implements AutoCloseable {

    /** Each connection gets these in turn: servers differ, and what was never seen would have to be compiled in the run. */
    private static final List<byte[]> ANSWERS = List.of(
            answer(""),
            answer("Connection: keep-alive\r\nServer: stub\r\nDate: Sat, 21 Nov 2026 00:00:00 GMT\r\n"),
            answer("Keep-Alive: timeout=60\r\nConnection: keep-alive\r\n"),
            "HTTP/1.1 201 \r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n".getBytes(US_ASCII));

    private static final byte[] LAST_ANSWER = answer("Connection: close\r\n");
    private static final int ANSWERS_OF_A_CONNECTION = 2_000;
    private static final String LENGTH = "content-length:";

    private final ServerSocket listener;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    /** Listens on a free port of the loopback address. */
    public LoopbackStub() throws IOException {
        listener = new ServerSocket(0, SelfWarmUp.MANY_WORKERS.mostThreads(), InetAddress.getLoopbackAddress());
        start(this::accept);
    }

    public Target target() {
        return new Target("http", listener.getInetAddress().getHostAddress(), listener.getLocalPort(), "");
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = listener.accept();
                open.add(socket);
                start(() -> serve(socket));
            }
        } catch (IOException | OutOfMemoryError e) {
            // Closed, or there is no file or thread left: whoever waits to be accepted must not wait for ever.
            close();
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            for (int i = 0; i < ANSWERS_OF_A_CONNECTION && readRequest(in); i++) {
                boolean last = i + 1 == ANSWERS_OF_A_CONNECTION;
                socket.getOutputStream().write(last ? LAST_ANSWER : ANSWERS.get(i % ANSWERS.size()));
            }
        } catch (IOException e) {
            // The client has gone.
        } finally {
            open.remove(socket);
        }
    }

    private static byte[] answer(String headers) {
        String body = "{\"message\":\"Write successful!\"}";
        return ("HTTP/1.1 201 Created\r\nContent-Type: application/json\r\n" + headers + "Content-Length: "
                        + body.length() + "\r\n\r\n" + body)
                .getBytes(US_ASCII);
    }

    /** Reads one request to its end; false when there is none any more. */
    private static boolean readRequest(InputStream in) throws IOException {
        int length = 0;
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            if (next != '\n') {
                line.append((char) next);
            } else if (line.length() <= 1) {
                in.skipNBytes(length);
                return true;
            } else {
                if (line.length() > LENGTH.length() && LENGTH.equalsIgnoreCase(line.substring(0, LENGTH.length()))) {
                    length = Integer.parseInt(line.substring(LENGTH.length()).strip());
                }
                line.setLength(0);
            }
        }
        return false;
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "swipestorm-stub");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            // It is gone either way.
        }
        closeAll();
    }

    private void closeAll() {
        for (Socket socket : open) {
            try {
                socket.close();
            } catch (IOException e) {
                // It is gone either way.
            }
        }
    }
}
