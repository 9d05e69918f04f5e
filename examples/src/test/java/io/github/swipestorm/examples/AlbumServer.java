package io.github.swipestorm.examples;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A server of albums on the loopback interface, for as long as a test class runs. */
final class AlbumServer implements BeforeAllCallback, AfterAllCallback {

    private final ExecutorService threads = Executors.newFixedThreadPool(4);
    private final AtomicLong listed = new AtomicLong();
    private final AtomicLong added = new AtomicLong();
    private HttpServer server;

    @Override
    public void beforeAll(ExtensionContext context) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/albums", this::answer);
        server.start();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            boolean add = exchange.getRequestMethod().equals("POST");
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(add ? 201 : 200, 2);
            exchange.getResponseBody().write(new byte[] {'[', ']'});
            (add ? added : listed).incrementAndGet();
        }
    }

    String url() {
        return "http://localhost:" + server.getAddress().getPort();
    }

    long listed() {
        return listed.get();
    }

    long added() {
        return added.get();
    }

    @Override
    public void afterAll(ExtensionContext context) {
        server.stop(0);
        threads.shutdownNow();
    }
}
