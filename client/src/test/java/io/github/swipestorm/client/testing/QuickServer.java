package io.github.swipestorm.client.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.github.swipestorm.client.http.Target;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A server on one thread for thousands of connections, or for as many requests as the client can send: answers each
 * small request with the same 201.
 */
public final class QuickServer implements AutoCloseable {

    private static final byte[] ANSWER =
            "HTTP/1.1 201 \r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}".getBytes(ISO_8859_1);
    private static final byte[] LENGTH = "Content-Length: ".getBytes(ISO_8859_1);
    private static final int LARGEST_REQUEST = 4 * 1024;

    private final ServerSocketChannel listener;
    private final Selector selector;
    private final AtomicLong requests = new AtomicLong();
    private final AtomicInteger connections = new AtomicInteger();
    private final ByteBuffer out = ByteBuffer.allocateDirect(64 * 1024);

    public QuickServer() {
        try {
            selector = Selector.open();
            listener = ServerSocketChannel.open();
            listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 4_096);
            listener.configureBlocking(false);
            listener.register(selector, SelectionKey.OP_ACCEPT);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread thread = new Thread(this::serve, "quick-server");
        thread.setDaemon(true);
        thread.start();
    }

    public Target target() {
        return new Target("http", "127.0.0.1", listener.socket().getLocalPort(), "");
    }

    /** Requests that were answered. */
    public long requests() {
        return requests.get();
    }

    public int connections() {
        return connections.get();
    }

    private void serve() {
        try {
            while (selector.isOpen()) {
                selector.select(this::ready);
            }
        } catch (IOException | RuntimeException e) {
            // It was closed.
        }
    }

    private void ready(SelectionKey key) {
        try {
            if (key.isAcceptable()) {
                accept();
            } else {
                answer((SocketChannel) key.channel(), (ByteBuffer) key.attachment());
            }
        } catch (IOException e) {
            key.cancel();
        }
    }

    private void accept() throws IOException {
        for (SocketChannel channel = listener.accept(); channel != null; channel = listener.accept()) {
            connections.incrementAndGet();
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, ByteBuffer.allocate(LARGEST_REQUEST));
        }
    }

    private void answer(SocketChannel channel, ByteBuffer in) throws IOException {
        if (channel.read(in) < 0) {
            channel.close();
            return;
        }
        int at = 0;
        out.clear();
        for (int end = endOfRequest(in, at); end > 0; end = endOfRequest(in, at)) {
            at = end;
            out.put(ANSWER);
            requests.incrementAndGet();
        }
        in.flip().position(at);
        in.compact();
        out.flip();
        while (out.hasRemaining()) {
            channel.write(out);
        }
    }

    /** Where the request ends that begins at a position; 0 when it is not there yet. */
    private static int endOfRequest(ByteBuffer in, int from) {
        byte[] bytes = in.array();
        int length = 0;
        for (int i = from; i + 3 < in.position(); i++) {
            if (bytes[i] == 'C' && startsWith(bytes, i, LENGTH)) {
                i += LENGTH.length;
                for (; bytes[i] >= '0'; i++) {
                    length = 10 * length + bytes[i] - '0';
                }
            }
            if (bytes[i] == '\r' && bytes[i + 2] == '\r') {
                int end = i + 4 + length;
                return end <= in.position() ? end : 0;
            }
        }
        return 0;
    }

    private static boolean startsWith(byte[] bytes, int from, byte[] word) {
        for (int i = 0; i < word.length; i++) {
            if (bytes[from + i] != word[i]) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() {
        try {
            listener.close();
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
            selector.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
