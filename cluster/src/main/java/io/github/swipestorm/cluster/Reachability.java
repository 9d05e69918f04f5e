package io.github.swipestorm.cluster;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Optional;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;

/** Finds out why members that were to be joined are not there. */
final class Reachability {

    /** Longer than a silent connection before this one can keep a member busy. */
    private static final int TIMEOUT_MILLIS =
            (int) Members.FIRST_WORDS.multipliedBy(2).toMillis();

    private Reachability() {}

    /** What keeps this machine from the first member to join, in words; empty when nothing does. */
    static Optional<String> problem(Membership membership) {
        InetSocketAddress host = membership.join().get(0);
        try (Socket socket = new Socket()) {
            socket.connect(host, TIMEOUT_MILLIS);
            socket.setSoTimeout(TIMEOUT_MILLIS);
            if (membership.tls().isEmpty()) {
                return Optional.empty();
            }
            SSLSocket secured =
                    (SSLSocket) Certificates.context(membership.tls().get())
                            .getSocketFactory()
                            .createSocket(socket, host.getHostString(), host.getPort(), true);
            secured.setEnabledProtocols(Certificates.PROTOCOLS);
            secured.startHandshake();
            // In TLS 1.3 a server refuses a certificate after the handshake. A member that accepts it waits, and then
            // closes.
            secured.getInputStream().read();
            return Optional.empty();
        } catch (SocketTimeoutException e) {
            return e.getMessage() != null && e.getMessage().contains("onnect")
                    ? Optional.of(Membership.text(host) + " does not answer")
                    : Optional.empty();
        } catch (SSLException e) {
            return Optional.of(Membership.text(host) + " and this machine do not trust each other's certificates ("
                    + e.getMessage() + "): copy one directory to all machines");
        } catch (IOException e) {
            return Optional.of(Membership.text(host) + " cannot be reached (" + e.getMessage() + ")");
        }
    }
}
