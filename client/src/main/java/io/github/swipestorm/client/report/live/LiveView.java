package io.github.swipestorm.client.report.live;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.record.Measurements;
import io.github.swipestorm.client.record.RunFiles;
import io.github.swipestorm.client.report.document.HtmlPage;
import io.github.swipestorm.client.telemetry.Telemetry;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Shows a run in progress, on a port of this machine that other machines cannot reach. Nothing is drawn without a
 * reader. The view ends with the run; it then tells its readers where the report is.
 */
public final class LiveView implements RunObserver, AutoCloseable {
    private static final int THREADS = 2;
    /** A few readers do not make more concurrent requests than this. */
    private static final int WAITING = 32;
    /** How long the end waits for a current reader. */
    private static final long LOOKING_NANOS = 3_000_000_000L;

    private static final String SCRIPT = HtmlPage.resource("live.js");

    private final NanoClock clock = NanoClock.SYSTEM;
    private final LivePage page = new LivePage(clock);
    private final HttpServer server;
    private final ThreadPoolExecutor threads;
    private final Set<String> names;
    private final CountDownLatch endSeen = new CountDownLatch(1);
    private volatile boolean over;
    private volatile long lastLook = clock.nanoTime() - LOOKING_NANOS;

    /**
     * Opens the port.
     *
     * @param port 0 to 65535; 0 for any that is free
     * @throws IOException when it cannot be opened
     */
    public LiveView(int port) throws IOException {
        // By its bytes: this does not resolve "localhost".
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port), 0);
        threads = new ThreadPoolExecutor(
                THREADS, THREADS, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(WAITING), task -> {
                    Thread thread = new Thread(task, "swipestorm-live");
                    thread.setDaemon(true);
                    return thread;
                });
        int bound = server.getAddress().getPort();
        names = Set.of("127.0.0.1:" + bound, "localhost:" + bound);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    /** The address of the view. */
    public URI address() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/");
    }

    @Override
    public void recording(Supplier<Optional<Measurements>> soFar, Supplier<Telemetry> telemetry) {
        page.recording(soFar, telemetry);
    }

    @Override
    public void started(LoadPlan plan, Supplier<Counts> counts) {
        page.started(plan, counts);
    }

    /** Announces the end of the load, while the report is still being written. */
    public void ended() {
        page.end("The run is over; its report is being written.");
    }

    /**
     * Announces the end of the run.
     *
     * @param directory of the run, if it has one
     */
    public void over(Optional<Path> directory) {
        page.end("The run is over. "
                + directory
                        .map(path -> "Its report is " + path.toAbsolutePath().resolve(RunFiles.PAGE) + ".")
                        .orElse("Nothing of it was written."));
        over = true;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            boolean read = exchange.getRequestMethod().equals("GET")
                    || exchange.getRequestMethod().equals("HEAD");
            if (!names.contains(String.valueOf(exchange.getRequestHeaders().getFirst("Host")))) {
                // Protection from DNS rebinding: a foreign page whose host name resolves to this address must not read
                // the view.
                send(exchange, 421, "text/plain", "This is " + address() + "\n");
            } else if (!read) {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                send(exchange, 405, "text/plain", "Only GET and HEAD\n");
            } else if (path.equals("/")) {
                send(exchange, 200, "text/html", whole());
            } else if (path.equals("/content")) {
                sendContent(exchange);
            } else {
                send(exchange, 404, "text/plain", "There is only " + address() + "\n");
            }
        }
    }

    private String whole() {
        lastLook = clock.nanoTime();
        String withoutScript = over ? "" : "<noscript><meta http-equiv=\"refresh\" content=\"2\"></noscript>\n";
        return HtmlPage.head("Run in progress", withoutScript)
                + "<p id=\"gone\" class=\"warning\" hidden>The client answers no more: the run is over. The console"
                + " says where its report is.</p>\n"
                + "<main id=\"content\">\n"
                + page.content()
                + "</main>\n"
                + "<footer><p>Written by Swipestorm. The page is refreshed every second.</p></footer>\n"
                + "<script>"
                + SCRIPT
                + "</script>\n</body>\n</html>\n";
    }

    private void sendContent(HttpExchange exchange) throws IOException {
        lastLook = clock.nanoTime();
        boolean last = over;
        exchange.getResponseHeaders().set("Run-State", last ? "over" : "running");
        send(exchange, 200, "text/html", page.content());
        if (last) {
            endSeen.countDown();
        }
    }

    private static void send(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        exchange.getResponseHeaders().set("Referrer-Policy", "no-referrer");
        exchange.getResponseHeaders().set("Cross-Origin-Resource-Policy", "same-origin");
        exchange.getResponseHeaders()
                .set(
                        "Content-Security-Policy",
                        HtmlPage.POLICY + "; script-src 'sha256-" + hash(SCRIPT)
                                + "'; connect-src 'self'; frame-ancestors 'none'");
        boolean withBody = !exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, withBody ? body.length : -1);
        if (withBody) {
            // Closing flushes the server's buffer: only then has the response been sent.
            try (OutputStream out = exchange.getResponseBody()) {
                out.write(body);
            }
        }
    }

    /** The hash by which a browser allows the only script. */
    public static String hash(String script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Ends the view; a reader of the last seconds gets time to see the end, 3 s at most. */
    @Override
    public void close() {
        try {
            long patience = LOOKING_NANOS - (clock.nanoTime() - lastLook);
            if (over && patience > 0) {
                endSeen.await(patience, TimeUnit.NANOSECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        server.stop(0);
        threads.shutdownNow();
    }
}
