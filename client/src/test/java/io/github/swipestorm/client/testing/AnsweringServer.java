package io.github.swipestorm.client.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.swipestorm.client.http.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongToIntFunction;

/** A real server on a free port that answers its n-th request, counted from 1, with the status that a rule says. */
public final class AnsweringServer implements AutoCloseable {

    private static final byte[] BODY = "{\"message\":\"Write successful!\"}".getBytes(StandardCharsets.UTF_8);

    static {
        // Without it head and body of an answer wait for each other's acknowledgement, 40 ms each time.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicLong requests = new AtomicLong();
    private final LongToIntFunction statusOf;

    public AnsweringServer(LongToIntFunction statusOf) {
        this.statusOf = statusOf;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    public Target target() {
        return Target.parse("http://localhost:" + server.getAddress().getPort());
    }

    /** How many requests arrived. */
    public long requests() {
        return requests.get();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(statusOf.applyAsInt(requests.incrementAndGet()), BODY.length);
            exchange.getResponseBody().write(BODY);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
