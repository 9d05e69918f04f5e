import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.PriorityQueue;

/**
 * Makes a server far away: passes bytes on after a delay, half of it in each direction, whatever the number of connections. One thread
 * and no limit of bandwidth. Opening a connection is not delayed.
 *
 *     java scripts/studies/DelayRelay.java SERVER-PORT ROUND-TRIP-MS
 */
public class DelayRelay {

    private record Late(long dueNanos, long order, Side to, ByteBuffer bytes) {}

    /** One end of a pair of connections. */
    private static final class Side {
        private final SocketChannel channel;
        private final ArrayDeque<ByteBuffer> waiting = new ArrayDeque<>();
        private Side other;
        private SelectionKey key;

        private Side(SocketChannel channel) {
            this.channel = channel;
        }
    }

    private final Selector selector = Selector.open();
    private final PriorityQueue<Late> late = new PriorityQueue<>((one, two) -> one.dueNanos == two.dueNanos
            ? Long.compare(one.order, two.order)
            : Long.compare(one.dueNanos, two.dueNanos));
    private final InetSocketAddress server;
    private final long delayNanos;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(64 * 1024);
    private long order;

    private DelayRelay(InetSocketAddress server, long delayNanos) throws IOException {
        this.server = server;
        this.delayNanos = delayNanos;
    }

    public static void main(String[] args) throws IOException {
        if (args.length != 2 || !args[0].matches("\\d{1,5}") || !args[1].matches("\\d{1,5}(\\.\\d+)?")) {
            System.err.println("Usage: java DelayRelay.java SERVER-PORT ROUND-TRIP-MS");
            System.exit(2);
        }
        InetSocketAddress server = new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0]));
        new DelayRelay(server, Math.round(Double.parseDouble(args[1]) * 1e6 / 2)).serve();
    }

    private void serve() throws IOException {
        ServerSocketChannel listener = ServerSocketChannel.open();
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
        System.out.println("relay at http://localhost:" + listener.socket().getLocalPort() + "/");
        while (true) {
            Late next = late.peek();
            long wait = next == null ? Long.MAX_VALUE : next.dueNanos - System.nanoTime();
            if (wait < 1_100_000) {
                // A selector waits for a whole number of milliseconds, and some 0.06 ms longer; the rest is spent looking.
                selector.selectNow();
            } else if (next == null) {
                selector.select();
            } else {
                selector.select((wait - 100_000) / 1_000_000);
            }
            for (Iterator<SelectionKey> keys = selector.selectedKeys().iterator(); keys.hasNext(); ) {
                SelectionKey key = keys.next();
                keys.remove();
                if (!key.isValid()) {
                    continue;
                }
                if (key.isAcceptable()) {
                    accept(listener);
                } else {
                    Side side = (Side) key.attachment();
                    try {
                        if (key.isWritable()) {
                            flush(side);
                        }
                        if (key.isValid() && key.isReadable()) {
                            read(side);
                        }
                    } catch (IOException e) {
                        close(side);
                    }
                }
            }
            deliver();
        }
    }

    private void accept(ServerSocketChannel listener) throws IOException {
        SocketChannel accepted = listener.accept();
        if (accepted == null) {
            return;
        }
        SocketChannel behind;
        try {
            behind = SocketChannel.open(server);
        } catch (IOException e) {
            accepted.close();
            return;
        }
        Side near = new Side(accepted);
        Side far = new Side(behind);
        near.other = far;
        far.other = near;
        for (Side side : new Side[] {near, far}) {
            side.channel.configureBlocking(false);
            side.channel.socket().setTcpNoDelay(true);
            side.key = side.channel.register(selector, SelectionKey.OP_READ, side);
        }
    }

    private void read(Side from) throws IOException {
        buffer.clear();
        int read = from.channel.read(buffer);
        ByteBuffer bytes = null;
        if (read > 0) {
            buffer.flip();
            bytes = ByteBuffer.allocate(buffer.remaining()).put(buffer).flip();
        } else if (read < 0) {
            from.key.interestOps(from.key.interestOps() & ~SelectionKey.OP_READ);
        }
        if (read != 0) {
            late.add(new Late(System.nanoTime() + delayNanos, order++, from.other, bytes));
        }
    }

    private void deliver() {
        long now = System.nanoTime();
        while (!late.isEmpty() && late.peek().dueNanos <= now) {
            Late next = late.poll();
            if (!next.to.channel.isOpen()) {
                continue;
            }
            if (next.bytes == null) {
                close(next.to);
                continue;
            }
            next.to.waiting.add(next.bytes);
            try {
                flush(next.to);
            } catch (IOException e) {
                close(next.to);
            }
        }
    }

    private static void flush(Side to) throws IOException {
        while (!to.waiting.isEmpty()) {
            to.channel.write(to.waiting.peek());
            if (to.waiting.peek().hasRemaining()) {
                to.key.interestOps(to.key.interestOps() | SelectionKey.OP_WRITE);
                return;
            }
            to.waiting.poll();
        }
        to.key.interestOps(to.key.interestOps() & ~SelectionKey.OP_WRITE);
    }

    private static void close(Side side) {
        for (Side end : new Side[] {side, side.other}) {
            try {
                end.channel.close();
            } catch (IOException e) {
                // It is gone.
            }
        }
    }
}
