package io.github.swipestorm.study;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.swipestorm.launch.ServerOptions;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;

/**
 * Answers lines over plain TCP, each by a line. Each connection has a thread, or a virtual thread; connections beyond the
 * number of threads wait until another one is closed.
 */
final class LineServer implements AutoCloseable {

    /** The longest line in bytes; a longer one ends its connection. */
    static final int MOST_BYTES = 8 * 1024;

    private static final int BACKLOG = 1024;

    /** What is lacking does not come back at once. */
    private static final long PAUSE_NANOS = 50_000_000;

    private static final Logger LOGGER = System.getLogger(LineServer.class.getName());

    private final ServerSocket listener;
    private final ExecutorService connections;
    private final UnaryOperator<String> answers;

    /** @param answers to lines without their ends; thread-safe */
    LineServer(ServerOptions options, UnaryOperator<String> answers) throws IOException {
        this(new ServerSocket(), options, answers);
    }

    /** @param listener not bound yet */
    LineServer(ServerSocket listener, ServerOptions options, UnaryOperator<String> answers) throws IOException {
        this.listener = listener;
        this.answers = answers;
        listener.setReuseAddress(true);
        listener.bind(
                options.loopbackOnly()
                        ? new InetSocketAddress(InetAddress.getLoopbackAddress(), options.port())
                        : new InetSocketAddress(options.port()),
                BACKLOG);
        connections = options.virtualThreads() ? virtualThreads() : Executors.newFixedThreadPool(options.threads());
        new Thread(this::accept, "board-acceptor").start();
    }

    /** By reflection, as Java 17 does not have them; the options have checked that this Java does. */
    private static ExecutorService virtualThreads() {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("This Java has no virtual threads", e);
        }
    }

    int port() {
        return listener.getLocalPort();
    }

    /** One connection that cannot be accepted, for want of a file or a thread, must not be the end of all later ones. */
    private void accept() {
        while (!listener.isClosed()) {
            try {
                acceptOne();
            } catch (IOException | RejectedExecutionException | OutOfMemoryError e) {
                if (!listener.isClosed()) {
                    LOGGER.log(Level.ERROR, "A connection could not be accepted", e);
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
        }
    }

    private void acceptOne() throws IOException {
        Socket socket = listener.accept();
        boolean served = false;
        try {
            connections.execute(() -> serve(socket));
            served = true;
        } finally {
            if (!served) {
                socket.close();
            }
        }
    }

    private void serve(Socket socket) {
        try (socket) {
            socket.setTcpNoDelay(true);
            InputStream in = new BufferedInputStream(socket.getInputStream(), MOST_BYTES);
            OutputStream out = new BufferedOutputStream(socket.getOutputStream(), MOST_BYTES);
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int next = in.read(); next >= 0; next = in.read()) {
                if (next != '\n') {
                    line.write(next);
                    if (line.size() > MOST_BYTES) {
                        return;
                    }
                } else {
                    out.write(answers.apply(line.toString(UTF_8)).getBytes(UTF_8));
                    out.write('\n');
                    line.reset();
                    // One write for what was sent at once.
                    if (in.available() == 0) {
                        out.flush();
                    }
                }
            }
        } catch (IOException e) {
            // The client has gone.
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        connections.shutdownNow();
    }
}
