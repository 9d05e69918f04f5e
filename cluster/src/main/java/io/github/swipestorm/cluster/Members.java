package io.github.swipestorm.cluster;

import java.io.IOException;
import java.io.ObjectInputFilter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.jgroups.Address;
import org.jgroups.BytesMessage;
import org.jgroups.Event;
import org.jgroups.JChannel;
import org.jgroups.PhysicalAddress;
import org.jgroups.Receiver;
import org.jgroups.View;
import org.jgroups.blocks.MessageDispatcher;
import org.jgroups.blocks.RequestHandler;
import org.jgroups.blocks.RequestOptions;
import org.jgroups.blocks.ResponseMode;
import org.jgroups.protocols.FD_ALL3;
import org.jgroups.protocols.FRAG4;
import org.jgroups.protocols.MERGE3;
import org.jgroups.protocols.TCP;
import org.jgroups.protocols.TCPPING;
import org.jgroups.protocols.UFC;
import org.jgroups.protocols.UNICAST3;
import org.jgroups.protocols.VERIFY_SUSPECT2;
import org.jgroups.protocols.pbcast.GMS;
import org.jgroups.protocols.pbcast.NAKACK2;
import org.jgroups.protocols.pbcast.STABLE;
import org.jgroups.util.DefaultSocketFactory;
import org.jgroups.util.NameCache;

/**
 * This process as a member of a JGroups cluster: the list of members, and messages to and from them, over TCP with mutual TLS. A member
 * is gone when its connection closes, or when nothing was received from it for {@link #SILENCE}. Thread-safe.
 */
final class Members implements AutoCloseable {

    private static final String CLUSTER = "swipestorm";

    /** A member from which nothing was received for this long counts as gone. */
    static final Duration SILENCE = Duration.ofSeconds(4);

    private static final Duration HEARTBEAT = Duration.ofSeconds(1);

    /**
     * How long a connection that a member accepts may take for its handshake and its first bytes; the next ones wait meanwhile. With
     * 1 s, members on a busy machine never came together: at a load of 17 on two cores two cold JVMs need longer.
     */
    static final Duration FIRST_WORDS = Duration.ofSeconds(3);

    /**
     * How long a connection that a member opens may take for its handshake. Messages to others wait meanwhile, and two of these must
     * end before an agent takes the coordinator for dead.
     */
    private static final Duration HANDSHAKE = Duration.ofMillis(1_500);

    /** How long a member that is silent, or whose connection has closed, may take to answer before it counts as gone. */
    private static final Duration LAST_CHANCE = Duration.ofMillis(1_500);

    /** How long a member looks for the others before it founds a cluster of its own, which can take 20 s to be merged. */
    private static final Duration JOINING = Duration.ofSeconds(5);

    /** Receives messages of other members. Called by network threads: must return soon. */
    interface Listener {

        /**
         * A message of a member.
         *
         * @return the answer to a question; empty for a message that asks for none
         */
        Optional<Message> received(Address from, Message message);

        /** Who is there has changed. */
        void membersChanged(List<Address> members);
    }

    private static final org.jgroups.Message.Flag[] AT_ONCE = {
        org.jgroups.Message.Flag.OOB, org.jgroups.Message.Flag.DONT_BUNDLE
    };

    private final JChannel channel;
    private final MessageDispatcher dispatcher;
    private final Listener listener;

    /**
     * Joins a cluster, or founds one when nobody is there to join.
     *
     * @param role before the name of its machine and its port, under which others see it; empty for an agent
     * @throws ClusterException when the address cannot be listened on, or the certificates cannot be used
     */
    Members(String role, Membership membership, Listener listener) {
        this.listener = listener;
        // Kept: a logger that nobody refers to is collected with its level.
        LOG.setLevel(Level.OFF);
        refuseJavaObjects();
        JChannel joining = null;
        try {
            int port = port(membership);
            joining = new JChannel(
                    tcp(membership, port),
                    discovery(membership),
                    new MERGE3().setMinInterval(1_000).setMaxInterval(3_000),
                    new FD_ALL3().setTimeout(SILENCE.toMillis()).setInterval(HEARTBEAT.toMillis()),
                    new VERIFY_SUSPECT2().setTimeout(LAST_CHANCE.toMillis()),
                    new NAKACK2().useMcastXmit(false),
                    new UNICAST3(),
                    new STABLE(),
                    new GMS()
                            .setJoinTimeout(membership.join().isEmpty() ? 1 : JOINING.toMillis())
                            .printLocalAddress(false)
                            .setViewAckCollectionTimeout(500),
                    new UFC(),
                    new FRAG4());
            joining.setName((role.isEmpty() ? "" : role + "@") + machine() + ":" + port);
            dispatcher = new MessageDispatcher(joining, new Incoming());
            dispatcher.setReceiver(new Views());
            channel = joining;
            joining.connect(CLUSTER);
        } catch (ClusterException e) {
            throw e;
        } catch (Exception e) {
            if (joining != null) {
                joining.close();
            }
            throw new ClusterException("This member cannot listen on "
                    + membership
                            .listen()
                            .map(Membership::text)
                            .orElseGet(() -> membership.bindAddress().getHostAddress())
                    + ": " + root(e));
        }
    }

    private static final Logger LOG = Logger.getLogger("org.jgroups");

    private static String root(Throwable e) {
        Throwable cause = e;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        return cause.getMessage() == null ? cause.toString() : cause.getMessage();
    }

    /** Members exchange no serialized Java objects: the JVM refuses any that arrives. */
    private static void refuseJavaObjects() {
        if (ObjectInputFilter.Config.getSerialFilter() == null) {
            ObjectInputFilter.Config.setSerialFilter(info -> ObjectInputFilter.Status.REJECTED);
        }
    }

    /** With a list of members, JGroups does not choose a free port itself. Another process may take this one first, which is unlikely. */
    private static int port(Membership membership) throws IOException {
        int port = membership.listen().map(InetSocketAddress::getPort).orElse(0);
        if (port > 0) {
            return port;
        }
        try (ServerSocket free = new ServerSocket(0, 1, membership.bindAddress())) {
            return free.getLocalPort();
        }
    }

    private static TCP tcp(Membership membership, int port) {
        TCP tcp = new TCP();
        tcp.setBindAddress(membership.bindAddress());
        tcp.setBindPort(port);
        tcp.setPortRange(0);
        // They answer anybody, by multicast and without TLS.
        tcp.disableDiagnostics();
        tcp.enableSuspectEvents(true);
        tcp.setPeerAddrReadTimeout((int) FIRST_WORDS.toMillis());
        tcp.setSockConnTimeout(2_000);
        // A member that hangs must not delay messages to others.
        tcp.nonBlockingSends(true);
        membership.tls().ifPresent(directory -> {
            DefaultSocketFactory sockets = new DefaultSocketFactory(Certificates.context(directory));
            sockets.setServerSocketConfigurator(socket -> {
                ((SSLServerSocket) socket).setNeedClientAuth(true);
                ((SSLServerSocket) socket).setEnabledProtocols(Certificates.PROTOCOLS);
            });
            sockets.setSocketConfigurator(Members::boundHandshake);
            tcp.setSocketFactory(sockets);
        });
        return tcp;
    }

    /** The kernel accepts connections for a process that hangs. The handshake then never ends, and other messages wait for it. */
    private static void boundHandshake(Socket socket) {
        try {
            socket.setSoTimeout((int) HANDSHAKE.toMillis());
        } catch (SocketException e) {
            // It is closed, and the handshake will say so.
            return;
        }
        ((SSLSocket) socket).setEnabledProtocols(Certificates.PROTOCOLS);
        ((SSLSocket) socket).addHandshakeCompletedListener(shaken -> {
            try {
                socket.setSoTimeout(0);
            } catch (SocketException e) {
                // It has been closed since.
                return;
            }
        });
    }

    /**
     * A member is told to join some of the others only. They tell it the addresses of all, and all its address: where two members do
     * not know each other's, two parts of a cluster can claim a third one in turn for ever, and are never merged.
     */
    private static TCPPING discovery(Membership membership) {
        return new TCPPING().setInitialHosts(membership.join()).setPortRange(0).returnEntireCache(true);
    }

    private final class Incoming implements RequestHandler {

        @Override
        public Object handle(org.jgroups.Message message) {
            Message answer;
            try {
                answer = listener.received(message.getSrc(), read(message))
                        .orElseGet(() -> new Message.Refused("that is no question"));
            } catch (RuntimeException e) {
                answer = new Message.Refused(e.getMessage() == null ? e.toString() : e.getMessage());
            }
            return answer.bytes();
        }
    }

    private final class Views implements Receiver {

        @Override
        public void viewAccepted(View view) {
            listener.membersChanged(view.getMembers());
        }
    }

    private static Message read(org.jgroups.Message message) {
        if (!(message instanceof BytesMessage bytes) || !bytes.hasArray()) {
            throw new IllegalArgumentException("no message of this version");
        }
        return Message.of(bytes.getArray(), bytes.getOffset(), bytes.getLength());
    }

    /** Who is there, this member included. */
    List<Address> all() {
        View view = channel.getView();
        return view == null ? List.of() : view.getMembers();
    }

    /** This member. */
    Address self() {
        return channel.getAddress();
    }

    /** The name of a member. */
    String name(Address member) {
        return Optional.ofNullable(NameCache.get(member)).orElseGet(member::toString);
    }

    /** Where a member can be reached. */
    String address(Address member) {
        return Optional.ofNullable((PhysicalAddress) channel.down(new Event(Event.GET_PHYSICAL_ADDRESS, member)))
                .map(Object::toString)
                .orElse("?");
    }

    /** Sends a message without waiting for its arrival. Messages to one member keep their order. */
    void tell(Address to, Message message) {
        send(to, message, new RequestOptions(ResponseMode.GET_NONE, 0));
    }

    /** Sends a message that overtakes others. */
    void tellAtOnce(Address to, Message message) {
        send(to, message, new RequestOptions(ResponseMode.GET_NONE, 0).flags(AT_ONCE));
    }

    private void send(Address to, Message message, RequestOptions options) {
        try {
            dispatcher.sendMessageWithFuture(new BytesMessage(to, message.bytes()), options);
        } catch (Exception e) {
            // The channel is closed, or the member has left.
        }
    }

    /**
     * Asks a member.
     *
     * @return the answer; completed exceptionally when there is none in time, or when the member has left
     */
    CompletableFuture<Message> ask(Address to, Message question, Duration timeout) {
        try {
            BytesMessage message = new BytesMessage(to, question.bytes());
            RequestOptions options = new RequestOptions(ResponseMode.GET_FIRST, timeout.toMillis()).flags(AT_ONCE);
            return dispatcher
                    .<byte[]>sendMessageWithFuture(message, options)
                    .orTimeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                    .thenApply(bytes -> Message.of(bytes, 0, bytes.length));
        } catch (Exception e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** The name of this machine. */
    static String machine() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return InetAddress.getLoopbackAddress().getHostAddress();
        }
    }

    @Override
    public void close() {
        channel.close();
    }
}
