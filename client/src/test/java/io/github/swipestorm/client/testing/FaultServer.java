package io.github.swipestorm.client.testing;

import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static org.awaitility.Awaitility.await;

import io.github.swipestorm.client.http.Target;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * A server on a real socket whose faults are data: scripts of acts. Each belongs to one of the first connections, or to
 * one of the first requests on any connection; later ones all get the same response. It speaks HTTP/2 with clients that
 * begin with it, and offers it in handshakes.
 */
public final class FaultServer implements AutoCloseable {

    private static final List<Act> CREATED = List.of(Act.READ, Act.answer(201, "ok"));

    private final ServerSocket listener;
    private final Optional<Securing> tls;
    private final boolean byRequest;
    private final Queue<List<Act>> scripts;
    private final List<Act> later;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final AtomicInteger received = new AtomicInteger();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger acts = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicLong written = new AtomicLong();
    private volatile int[] settings = Http2Peer.usualSettings();
    private final boolean keepRequests;
    private volatile boolean closed;

    /**
     * @param byRequest whether a script is for a request; otherwise it is for a connection, which is closed at its end
     * @param later how everything else is answered
     */
    private FaultServer(Optional<Securing> tls, boolean byRequest, List<List<Act>> scripts, List<Act> later) {
        this.tls = tls;
        this.byRequest = byRequest;
        this.scripts = new ConcurrentLinkedQueue<>(scripts);
        this.later = later;
        this.keepRequests = !scripts.isEmpty() || later == CREATED;
        try {
            listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    /** One script for each of the first connections, secured or not. */
    public static FaultServer scripted(Optional<Securing> tls, List<List<Act>> scripts) {
        return new FaultServer(tls, false, scripts, CREATED);
    }

    /** One script for each of the first requests, secured or not. */
    public static FaultServer inTurn(Optional<Securing> tls, List<List<Act>> scripts) {
        return new FaultServer(tls, true, scripts, CREATED);
    }

    /** Every connection answers everything alike, secured or not. */
    public static FaultServer answering(Optional<Securing> tls, Act answer) {
        return new FaultServer(tls, false, List.of(), List.of(Act.READ, answer));
    }

    /** The first connection follows the script, later ones answer everything with 201. */
    public static FaultServer firstDoing(Act... script) {
        return scripted(List.of(List.of(script)));
    }

    /** Every connection answers everything alike. */
    public static FaultServer answering(Act answer) {
        return answering(Optional.empty(), answer);
    }

    /** One script for each of the first connections. */
    public static FaultServer scripted(List<List<Act>> scripts) {
        return scripted(Optional.empty(), scripts);
    }

    /** One script for each of the first requests; it begins with the request's first byte. */
    public static FaultServer inTurn(List<List<Act>> scripts) {
        return inTurn(Optional.empty(), scripts);
    }

    /** One script for each of the first connections, over TLS. */
    public static FaultServer secured(SSLContext tls, List<List<Act>> scripts) {
        return secured(tls, socket -> {}, scripts);
    }

    /** The same with sockets whose handshakes are as a test wants them. */
    public static FaultServer secured(SSLContext tls, Consumer<SSLSocket> how, List<List<Act>> scripts) {
        return scripted(Optional.of(new Securing(tls, how)), scripts);
    }

    /** One script for each of the first requests, over TLS. */
    public static FaultServer securedInTurn(SSLContext tls, List<List<Act>> scripts) {
        return inTurn(Optional.of(Securing.with(tls)), scripts);
    }

    /**
     * How connections are secured.
     *
     * @param how the sockets are set up; they offer HTTP/2 and HTTP/1.1 unless this says otherwise
     */
    public record Securing(SSLContext context, Consumer<SSLSocket> how) {

        /** With sockets that offer both versions of HTTP. */
        public static Securing with(SSLContext context) {
            return new Securing(context, socket -> {});
        }

        /** With sockets that offer other protocols in ALPN, or none. */
        public static Securing offering(SSLContext context, String... protocols) {
            return new Securing(context, socket -> offer(socket, protocols));
        }

        private static void offer(SSLSocket socket, String... protocols) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(protocols);
            socket.setSSLParameters(parameters);
        }

        SSLSocket secured(Socket raw) throws IOException {
            SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket(raw, (InputStream) null, true);
            offer(socket, "h2", "http/1.1");
            how.accept(socket);
            return socket;
        }
    }

    /** A port that refuses connections, and that no other process can listen on while this JVM runs. */
    public static Target deadTarget() {
        return new Target("http", "127.0.0.1", DeadPort.SOCKET.getLocalPort(), "");
    }

    /** Bound, but without a listener. */
    private static final class DeadPort {

        private static final Socket SOCKET = bound();

        private static Socket bound() {
            Socket socket = new Socket();
            try {
                socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
                return socket;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }

    public Target target() {
        return new Target(tls.isPresent() ? "https" : "http", "127.0.0.1", listener.getLocalPort(), "");
    }

    /** The same for plain TCP. */
    public Target tcpTarget() {
        return new Target(tls.isPresent() ? "tcps" : "tcp", "127.0.0.1", listener.getLocalPort(), "");
    }

    public String url() {
        return target().toString();
    }

    /** Requests that arrived whole. */
    public int received() {
        return received.get();
    }

    public int connections() {
        return connections.get();
    }

    /** Connections that have been closed. */
    public int connectionsClosed() {
        return ended.get();
    }

    /** Bytes that were handed to the system. */
    public long written() {
        return written.get();
    }

    /** The requests, byte by byte as Latin-1; not kept by a server that answers everything alike. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    /** Waits until the other side has closed every connection. */
    public void awaitNoConnection() {
        await().atMost(MAX_WAIT).pollInterval(Duration.ofMillis(5)).until(open::isEmpty);
    }

    /** Waits until the server has begun this many acts of its scripts. */
    public void awaitActs(int number) {
        awaitAtLeast(acts::get, number);
    }

    /** Waits until this many complete requests have arrived. */
    public void awaitReceived(int number) {
        awaitAtLeast(received::get, number);
    }

    /** Waits until this many connections have been opened and closed. */
    public void awaitConnectionsClosed(int number) {
        awaitAtLeast(ended::get, number);
    }

    private static void awaitAtLeast(LongSupplier counter, int number) {
        await().atMost(MAX_WAIT).pollInterval(Duration.ofMillis(5)).until(() -> counter.getAsLong() >= number);
    }

    /**
     * Sends these SETTINGS to clients that speak HTTP/2.
     *
     * @param pairs settings and their values in turn
     */
    public FaultServer withSettings(int... pairs) {
        settings = pairs;
        return this;
    }

    int[] settings() {
        return settings;
    }

    boolean isClosed() {
        return closed;
    }

    void received(String request) {
        if (keepRequests) {
            requests.add(request);
        }
        received.incrementAndGet();
    }

    void wrote(int bytes) {
        written.addAndGet(bytes);
    }

    private void accept() {
        while (!closed) {
            try {
                Socket socket = listener.accept();
                socket.setTcpNoDelay(true);
                open.add(socket);
                if (closed) {
                    // It came too late for those that close() knew of.
                    socket.close();
                }
                connections.incrementAndGet();
                List<Act> script = byRequest ? null : scripts.poll();
                start(() -> serve(socket, script));
            } catch (IOException e) {
                return;
            }
        }
    }

    /** @param script of the connection; null when it has none */
    private void serve(Socket socket, List<Act> script) {
        try (Peer client = new Peer(this, socket, tls)) {
            if (script != null) {
                perform(script, client);
            } else {
                while (client.awaitsMore()) {
                    List<Act> next = scripts.poll();
                    perform(next == null ? later : next, client);
                }
            }
        } catch (IOException e) {
            // The client has gone, which some of the faults make it do.
        } finally {
            open.remove(socket);
            ended.incrementAndGet();
        }
    }

    private void perform(List<Act> script, Peer client) throws IOException {
        for (Act act : script) {
            acts.incrementAndGet();
            act.on(client);
        }
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "fault-server");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() {
        closed = true;
        try {
            listener.close();
            for (Socket socket : open) {
                socket.close();
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
