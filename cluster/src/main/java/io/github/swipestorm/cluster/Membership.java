package io.github.swipestorm.cluster;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * How a member of a cluster finds the others, and where they reach it.
 *
 * @param join members to ask for all others; not all of them need to be there
 * @param listen where others connect to; port 0 for any free one; without a host, it is the address towards the first member to
 *     join
 * @param tls directory with {@value Certificates#AUTHORITY} and {@value Certificates#IDENTITY}; empty for clear text, which only
 *     works within one machine
 */
public record Membership(List<InetSocketAddress> join, Optional<InetSocketAddress> listen, Optional<Path> tls) {

    /** The port that members listen on unless they are told another one. */
    public static final int PORT = 7800;

    /**
     * Checks that members without TLS stay within this machine.
     *
     * @throws ClusterException when an address is unknown, when it is beyond this machine and there is no TLS, or when the one to listen
     *     on stands for all addresses
     */
    public Membership {
        for (InetSocketAddress host : join) {
            requireKnown(host);
        }
        listen.ifPresent(Membership::requireKnown);
        listen.ifPresent(Membership::requireOneAddress);
        if (tls.isEmpty()) {
            join.forEach(Membership::requireLoopback);
            listen.ifPresent(Membership::requireLoopback);
        }
    }

    private static void requireKnown(InetSocketAddress host) {
        if (host.isUnresolved()) {
            throw new ClusterException("The host '" + host.getHostString() + "' is unknown: check its name");
        }
    }

    private static void requireOneAddress(InetSocketAddress listen) {
        if (listen.getAddress().isAnyLocalAddress()) {
            throw new ClusterException(text(listen)
                    + " stands for all addresses of this machine, and other members have to be told one: give the address"
                    + " that they reach, such as 10.0.0.5:" + listen.getPort());
        }
    }

    private static void requireLoopback(InetSocketAddress host) {
        if (!host.getAddress().isLoopbackAddress()) {
            throw new ClusterException(text(host)
                    + " is not on this machine, and without TLS anybody there could send plans to the agents: make "
                    + "certificates with 'swipestorm agent init-tls DIR', which says how they are used");
        }
    }

    /**
     * Checks that the certificates can be used; without TLS there are none.
     *
     * @throws ClusterException when they cannot
     */
    public void requireCertificates() {
        tls.ifPresent(Certificates::context);
    }

    /** The address to bind, which is also the one advertised to other members. */
    InetAddress bindAddress() {
        return listen.map(InetSocketAddress::getAddress)
                .orElseGet(() -> join.isEmpty() ? InetAddress.getLoopbackAddress() : towards(join.get(0)));
    }

    /** The address of this machine that packets to another one have as their source. No packet is sent. */
    private static InetAddress towards(InetSocketAddress host) {
        try (java.net.DatagramSocket socket = new java.net.DatagramSocket()) {
            socket.connect(host);
            return socket.getLocalAddress();
        } catch (java.io.IOException e) {
            throw new ClusterException("There is no route to " + text(host) + ": " + e.getMessage());
        }
    }

    /** As users write it. */
    static String text(InetSocketAddress host) {
        return host.getHostString() + ":" + host.getPort();
    }
}
