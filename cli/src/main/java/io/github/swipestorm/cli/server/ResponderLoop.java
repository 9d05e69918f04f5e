package io.github.swipestorm.cli.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/** One thread of the {@link Responder}, with its connections. */
final class ResponderLoop implements Runnable {

    private static final int LARGEST_REQUEST = 16 * 1024;
    private static final byte[] LENGTH = "content-length:".getBytes(US_ASCII);

    private final Selector selector = Selector.open();
    private final Queue<SocketChannel> arrived = new ConcurrentLinkedQueue<>();
    private final ByteBuffer out = ByteBuffer.allocateDirect(LARGEST_REQUEST);

    ResponderLoop() throws IOException {}

    /** Gives it a connection that does not block; for any thread. */
    void take(SocketChannel channel) {
        arrived.add(channel);
        selector.wakeup();
    }

    @Override
    public void run() {
        try {
            while (selector.isOpen()) {
                selector.select(this::ready);
                for (SocketChannel channel = arrived.poll(); channel != null; channel = arrived.poll()) {
                    channel.register(selector, SelectionKey.OP_READ, ByteBuffer.allocate(LARGEST_REQUEST));
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException("The responder cannot go on", e);
        }
    }

    private void ready(SelectionKey key) {
        try {
            answer((SocketChannel) key.channel(), (ByteBuffer) key.attachment());
        } catch (IOException e) {
            close(key);
        }
    }

    private void answer(SocketChannel channel, ByteBuffer in) throws IOException {
        if (channel.read(in) < 0) {
            throw new IOException("the client has gone");
        }
        out.clear();
        int at = 0;
        for (int end = endOfRequest(in.array(), 0, in.position());
                end > 0;
                end = endOfRequest(in.array(), at, in.position())) {
            at = end;
            if (out.remaining() < Responder.ANSWER.length) {
                send(channel);
            }
            out.put(Responder.ANSWER);
        }
        send(channel);
        in.flip().position(at);
        in.compact();
        if (!in.hasRemaining()) {
            throw new IOException("a request larger than " + LARGEST_REQUEST + " bytes");
        }
    }

    private void send(SocketChannel channel) throws IOException {
        out.flip();
        while (out.hasRemaining()) {
            channel.write(out);
        }
        out.clear();
    }

    private static void close(SelectionKey key) {
        key.cancel();
        try {
            key.channel().close();
        } catch (IOException e) {
            // It is gone either way.
        }
    }

    /** Where the request ends that begins at {@code from}; 0 when its end is not there yet. */
    static int endOfRequest(byte[] bytes, int from, int to) {
        int length = 0;
        for (int i = from; i + 3 < to; i++) {
            if (bytes[i] == '\n' && isLength(bytes, i + 1, to)) {
                length = number(bytes, i + 1 + LENGTH.length, to);
            }
            if (bytes[i] == '\r' && bytes[i + 1] == '\n' && bytes[i + 2] == '\r' && bytes[i + 3] == '\n') {
                int end = i + 4 + length;
                return end <= to ? end : 0;
            }
        }
        return 0;
    }

    private static boolean isLength(byte[] bytes, int from, int to) {
        if (to - from < LENGTH.length) {
            return false;
        }
        for (int i = 0; i < LENGTH.length; i++) {
            // Setting this bit makes a capital small and changes no other letter, nor the dash and the colon.
            if ((bytes[from + i] | 0x20) != LENGTH[i]) {
                return false;
            }
        }
        return true;
    }

    private static int number(byte[] bytes, int from, int to) {
        int number = 0;
        for (int i = from; i < to && bytes[i] != '\r'; i++) {
            if (bytes[i] != ' ') {
                number = 10 * number + bytes[i] - '0';
            }
        }
        return number;
    }
}
