package io.github.swipestorm.client.transport.nio;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.transport.CachedAddresses;
import io.github.swipestorm.client.transport.ConnectionListener;
import io.github.swipestorm.client.transport.TransportSettings;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.List;

/**
 * Establishes the connections of a loop: tries the host's addresses in turn, and measures how long each connection
 * took.
 */
final class NioConnector {

    private final NanoClock clock;
    private final CachedAddresses resolver;
    private final Selector selector;
    private final ConnectionListener onConnect;
    private final boolean resetOnClose;
    private int connecting;

    NioConnector(TransportSettings settings, CachedAddresses resolver, Selector selector) {
        this.clock = settings.clock();
        this.onConnect = settings.onConnect();
        this.resolver = resolver;
        this.resetOnClose = !settings.choice().keepAlive();
        this.selector = selector;
    }

    /** How many connections are being established. */
    int connecting() {
        return connecting;
    }

    /** Begins to connect; returns why that is not possible, or null. */
    Failure open(NioConnection connection) {
        if (connection.addressesTried() == 0) {
            connection.connectBegins(clock.nanoTime());
        }
        NioOrigin origin = connection.origin();
        List<InetSocketAddress> addresses;
        try {
            addresses =
                    resolver.resolve(origin.firstHop().host(), origin.firstHop().port());
        } catch (IOException e) {
            return origin.unreachable(e);
        }
        Exception reason = new ConnectException("the host has no address left to try");
        while (connection.addressesTried() < addresses.size()) {
            try {
                int index = (origin.preferred() + connection.addressesTried()) % addresses.size();
                open(connection, addresses.get(index), index);
                return null;
            } catch (IOException | RuntimeException e) {
                reason = e;
            }
        }
        return origin.unreachable(reason);
    }

    private void open(NioConnection connection, InetSocketAddress address, int index) throws IOException {
        SocketChannel channel = null;
        try {
            channel = SocketChannel.open();
            channel.configureBlocking(false);
            // Requests are complete when they are written; waiting to fill a packet would only add delay.
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            if (resetOnClose) {
                // Otherwise the local port would be held for a minute after each request.
                channel.setOption(StandardSocketOptions.SO_LINGER, 0);
            }
            boolean connected = channel.connect(address);
            if (connected) {
                requireOther(channel);
            }
            boolean established = connected
                    && connection.tls() == null
                    && !connection.origin().tunnelled();
            // A socket that is connected already is writable: the loop begins its handshake as it does any other.
            int awaited = connected ? SelectionKey.OP_WRITE : SelectionKey.OP_CONNECT;
            SelectionKey key = channel.register(selector, established ? SelectionKey.OP_READ : awaited, connection);
            connection.opened(channel, key, index);
            if (established) {
                connected(connection);
            } else {
                connecting++;
            }
        } catch (IOException | RuntimeException e) {
            connection.addressFailed();
            if (channel != null) {
                channel.close();
            }
            throw e;
        }
    }

    /**
     * The socket is connected, or connecting failed, then tries the next address; or the tunnel or the TLS handshake can
     * continue.
     * Returns why there will be no connection, or null.
     */
    Failure finish(NioConnection connection) {
        NioTls tls = connection.tls();
        if (tls != null && tls.handshaking()) {
            return secure(connection, tls);
        }
        if (connection.tunnel() != null) {
            return tunnel(connection, tls);
        }
        try {
            if (!connection.channel().finishConnect()) {
                return null;
            }
            requireOther(connection.channel());
            if (connection.origin().tunnelled()) {
                connection.tunnel(new NioTunnel(connection.origin().target()));
                return tunnel(connection, tls);
            }
            if (tls != null) {
                tls.begin(clock.nanoTime());
                return secure(connection, tls);
            }
            connecting--;
            connection.key().interestOps(SelectionKey.OP_READ);
            connected(connection);
            return null;
        } catch (IOException e) {
            connecting--;
            connection.closeSocket();
            Failure next = open(connection);
            return next == null ? null : connection.origin().unreachable(e);
        }
    }

    private Failure tunnel(NioConnection connection, NioTls tls) {
        try {
            ByteBuffer early = connection.tunnel().proceed(connection.channel(), connection.channel());
            if (early == null) {
                connection
                        .key()
                        .interestOps(connection.tunnel().hasUnsent() ? SelectionKey.OP_WRITE : SelectionKey.OP_READ);
                return null;
            }
            connection.tunnel(null);
            if (tls != null) {
                tls.begin(clock.nanoTime());
                tls.received(early);
                return secure(connection, tls);
            }
            connecting--;
            connection.key().interestOps(SelectionKey.OP_READ);
            connected(connection);
            connection.keepEarly(early);
            return null;
        } catch (IOException e) {
            connecting--;
            return connection.origin().unreachable(e);
        }
    }

    private Failure secure(NioConnection connection, NioTls tls) {
        try {
            boolean secured = tls.handshake(connection.channel());
            connection
                    .key()
                    .interestOps(tls.hasUnsent() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ);
            if (secured) {
                connecting--;
                onConnect.secured(clock.nanoTime() - tls.begun());
                connected(connection);
            }
            return null;
        } catch (IOException | RuntimeException e) {
            connecting--;
            return connection.origin().unreachable(e);
        }
    }

    /** A connect to a free port of this machine can, by chance, be answered by its own socket. */
    private static void requireOther(SocketChannel channel) throws IOException {
        if (channel.getLocalAddress().equals(channel.getRemoteAddress())) {
            throw new ConnectException("Connection refused");
        }
    }

    private void connected(NioConnection connection) {
        connection.origin().reached(connection.address());
        if (connection.multiplexed()) {
            // The server's settings complete it.
            connecting++;
            connection.reaches();
        } else {
            established(connection);
        }
    }

    /** The server's settings have arrived. */
    void settled(NioConnection connection) {
        connecting--;
        established(connection);
    }

    private void established(NioConnection connection) {
        long now = clock.nanoTime();
        connection.connected(now);
        onConnect.connected(now - connection.connectBegun());
    }

    /** A connection will be closed, whether it is established or not. */
    void abandon(NioConnection connection) {
        if (connection.connecting()) {
            connecting--;
        }
    }
}
