package io.github.swipestorm.client.testing;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.swipestorm.client.http.Target;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * A server in a separate JVM with a path for each {@link Limit}. It listens on a port that the system chooses and ends
 * with the JVM that started it.
 */
public final class BoundedServer implements AutoCloseable {

    private static final byte[] BODY = "{\"message\":\"Write successful!\"}".getBytes(StandardCharsets.UTF_8);

    /** What bounds the throughput of a path. */
    public enum Limit {
        /** 2 ms of CPU time for each request, on one core. */
        ONE_CORE(500),
        /** 0.3 ms of CPU time for each request, on all cores. */
        ALL_CORES(Double.POSITIVE_INFINITY),
        /** A lock that each request holds for 10 ms. */
        LOCK(100),
        /** Four permits, each held for 20 ms. */
        POOL(200),
        /** A token bucket that gives one token every 4 ms and saves none. */
        TOKENS(250),
        /** No limit: each request sleeps for 50 ms on its own thread. */
        SLEEP(Double.POSITIVE_INFINITY);

        private final double mostPerSecond;

        Limit(double mostPerSecond) {
            this.mostPerSecond = mostPerSecond;
        }

        /** How many requests a second the path cannot exceed on any machine. */
        public double mostPerSecond() {
            return mostPerSecond;
        }

        private String path() {
            return "/" + name();
        }
    }

    private final Process process;
    private final int port;

    private BoundedServer(Process process, int port) {
        this.process = process;
        this.port = port;
    }

    /** Starts it and waits until it listens. */
    public static BoundedServer start() throws IOException {
        List<String> command = ShortLivedJvm.command();
        command.addAll(List.of(
                "-Dsun.net.httpserver.nodelay=true",
                // The server closes idle connections above this number.
                "-Dsun.net.httpserver.maxIdleConnections=10000",
                "-cp",
                System.getProperty("java.class.path"),
                BoundedServer.class.getName()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        // The end of the process ends the wait, too.
        String line = new BufferedReader(process.inputReader()).readLine();
        if (line == null) {
            throw new IOException("The server ended before it listened");
        }
        return new BoundedServer(process, Integer.parseInt(line));
    }

    /** The path with a limit. */
    public Target target(Limit limit) {
        return new Target("http", "127.0.0.1", port, limit.path());
    }

    public long pid() {
        return process.pid();
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }

    /** The child's program. Its standard input ends with its parent. */
    public static void main(String[] args) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1_000);
        server.setExecutor(Executors.newCachedThreadPool());
        // Fair, so that no request waits while others overtake it.
        Semaphore core = new Semaphore(1, true);
        Semaphore lock = new Semaphore(1, true);
        Semaphore pool = new Semaphore(4, true);
        AtomicLong nextToken = new AtomicLong(System.nanoTime());
        serve(server, Limit.ONE_CORE, () -> holding(core, () -> burn(Duration.ofMillis(2))));
        serve(server, Limit.ALL_CORES, () -> burn(Duration.ofNanos(300_000)));
        serve(server, Limit.LOCK, () -> holding(lock, () -> sleep(Duration.ofMillis(10))));
        serve(server, Limit.POOL, () -> holding(pool, () -> sleep(Duration.ofMillis(20))));
        serve(server, Limit.TOKENS, () -> takeToken(nextToken, Duration.ofMillis(4)));
        serve(server, Limit.SLEEP, () -> sleep(Duration.ofMillis(50)));
        server.start();
        System.out.println(server.getAddress().getPort());
        while (System.in.read() >= 0) {
            // Nothing is sent to it.
        }
        Runtime.getRuntime().halt(0);
    }

    private static void serve(HttpServer server, Limit limit, Runnable work) {
        server.createContext(limit.path(), exchange -> answer(exchange, work));
    }

    private static void answer(HttpExchange exchange, Runnable work) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            work.run();
            exchange.sendResponseHeaders(201, BODY.length);
            exchange.getResponseBody().write(BODY);
        }
    }

    private static void holding(Semaphore permits, Runnable work) {
        permits.acquireUninterruptibly();
        try {
            work.run();
        } finally {
            permits.release();
        }
    }

    /** Uses CPU time; time in which the thread does not run does not count. */
    private static void burn(Duration time) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long end = threads.getCurrentThreadCpuTime() + time.toNanos();
        while (threads.getCurrentThreadCpuTime() < end) {
            Thread.onSpinWait();
        }
    }

    private static void takeToken(AtomicLong next, Duration interval) {
        long now = System.nanoTime();
        long due = next.getAndUpdate(at -> Math.max(at, now) + interval.toNanos());
        sleep(Duration.ofNanos(due - now));
    }

    private static void sleep(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        for (long left = time.toNanos(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
