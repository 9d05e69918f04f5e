package io.github.swipestorm.client.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.awaitility.Awaitility.await;

import io.github.swipestorm.client.http.Target;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server on a real socket whose faults are data: each of the first connections follows a script of its own, and every
 * later one answers all its requests alike.
 */
public final class FaultServer implements AutoCloseable {

    private static final Pattern LENGTH = Pattern.compile("(?i)\r\nContent-Length: (\\d+)\r\n");

    /** CR LF CR LF. */
    private static final int EMPTY_LINE = 0x0D0A0D0A;

    private final ServerSocket listener;
    private final List<List<Act>> scripts;
    private final Act answer;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final AtomicInteger received = new AtomicInteger();
    private final AtomicInteger connections = new AtomicInteger();
    private final AtomicInteger acts = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private volatile boolean keepRequests = true;
    private volatile boolean closed;

    /** @param answer how every connection after the scripted ones answers */
    private FaultServer(Act answer, List<List<Act>> scripts) {
        this.answer = answer;
        this.scripts = scripts;
        try {
            listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        start(this::accept);
    }

    /** The first connection follows the script, later ones answer everything with 201. */
    public static FaultServer firstDoing(Act... script) {
        return new FaultServer(Act.answer(201, "ok"), List.of(List.of(script)));
    }

    /** Every connection answers everything alike. */
    public static FaultServer answering(Act answer) {
        FaultServer server = new FaultServer(answer, List.of());
        server.keepRequests = false;
        return server;
    }

    /** One script for each of the first connections. */
    public static FaultServer scripted(List<List<Act>> scripts) {
        return new FaultServer(Act.answer(201, "ok"), scripts);
    }

    /** A port that nobody listens on. */
    public static Target deadTarget() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return new Target("http", "127.0.0.1", socket.getLocalPort(), "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Target target() {
        return new Target("http", "127.0.0.1", listener.getLocalPort(), "");
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

    /** The requests, byte by byte as Latin-1; not kept by a server that answers everything alike. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    /** Waits until the other side has closed every connection. */
    public void awaitNoConnection() {
        await().atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(5))
                .until(open::isEmpty);
    }

    /** Waits until the server has begun with so many acts of its scripts. */
    public void awaitActs(int number) {
        awaitAtLeast(acts, number);
    }

    /** Waits until so many requests have arrived whole. */
    public void awaitReceived(int number) {
        awaitAtLeast(received, number);
    }

    /** Waits until so many connections have come and gone. */
    public void awaitConnectionsClosed(int number) {
        awaitAtLeast(ended, number);
    }

    private static void awaitAtLeast(AtomicInteger counter, int number) {
        await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(5))
                .until(() -> counter.get() >= number);
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
                int number = connections.getAndIncrement();
                start(() -> serve(socket, number));
            } catch (IOException e) {
                return;
            }
        }
    }

    private void serve(Socket socket, int number) {
        try (socket) {
            InputStream in = new BufferedInputStream(socket.getInputStream());
            if (number < scripts.size()) {
                for (Act act : scripts.get(number)) {
                    acts.incrementAndGet();
                    perform(act, socket, in);
                }
            } else {
                while (readRequest(in)) {
                    perform(answer, socket, in);
                }
            }
        } catch (IOException e) {
            // The client has gone, which some of the faults make it do.
        } finally {
            open.remove(socket);
            ended.incrementAndGet();
        }
    }

    private void perform(Act act, Socket socket, InputStream in) throws IOException {
        OutputStream out = socket.getOutputStream();
        if (act instanceof Act.ReadRequest) {
            readRequest(in);
        } else if (act instanceof Act.Write write) {
            out.write(write.bytes());
            out.flush();
        } else if (act instanceof Act.Drip drip) {
            drip(drip, out);
        } else if (act instanceof Act.Silence) {
            in.transferTo(OutputStream.nullOutputStream());
        } else if (act instanceof Act.Late late) {
            pause(late.by());
        } else if (act instanceof Act.HalfClose) {
            socket.shutdownOutput();
        } else if (act instanceof Act.Reset) {
            socket.setSoLinger(true, 0);
            socket.close();
        } else {
            socket.close();
        }
    }

    /** At least so long, unless the server is closed: a park may end early. */
    private void pause(Duration time) {
        long begin = System.nanoTime();
        for (long left = time.toNanos(); left > 0 && !closed; left = time.toNanos() - (System.nanoTime() - begin)) {
            LockSupport.parkNanos(left);
        }
    }

    private void drip(Act.Drip drip, OutputStream out) throws IOException {
        for (int i = 0; !closed; i++) {
            out.write(drip.bytes()[i % drip.bytes().length]);
            out.flush();
            LockSupport.parkNanos(drip.pause().toNanos());
        }
    }

    /** Reads one request to its end; false when there is none any more. */
    private boolean readRequest(InputStream in) throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        for (int lastFour = 0; lastFour != EMPTY_LINE; ) {
            int next = in.read();
            if (next < 0) {
                return false;
            }
            head.write(next);
            lastFour = lastFour << 8 | next;
        }
        String text = head.toString(ISO_8859_1);
        Matcher length = LENGTH.matcher(text);
        byte[] body = in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
        if (keepRequests) {
            requests.add(text + new String(body, ISO_8859_1));
        }
        received.incrementAndGet();
        return true;
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
