package io.github.swipestorm.client.transport.nio;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.transport.FailureClassifier;
import java.util.Optional;

/** A server to which connections lead, and the way to it. Confined to the loop's thread. */
final class NioOrigin {

    private final Target target;
    private final Target firstHop;
    private final boolean tunnelled;
    /** Index of the address that was reached last: nothing may listen on a host's first address, such as an IPv6 one. */
    private int preferred;

    /**
     * A server.
     *
     * @param proxy through which it is reached
     * @param http2 whether HTTP/2 is spoken to it, which a proxy does not forward
     */
    NioOrigin(Target target, Optional<Target> proxy, boolean http2) {
        this.target = target;
        this.firstHop = proxy.orElse(target);
        tunnelled = proxy.isPresent() && (target.secure() || http2);
    }

    Target target() {
        return target;
    }

    /** Where sockets are connected to: the proxy, or the server itself. */
    Target firstHop() {
        return firstHop;
    }

    /** Whether a proxy has to open a tunnel to the server. */
    boolean tunnelled() {
        return tunnelled;
    }

    int preferred() {
        return preferred;
    }

    /** An address was reached. */
    void reached(int address) {
        preferred = address;
    }

    /** Why no connection could be established. */
    Failure unreachable(Exception thrown) {
        return FailureClassifier.whileConnecting(thrown, firstHop.host(), target.toString());
    }
}
