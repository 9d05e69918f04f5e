package io.github.swipestorm.client.transport.nio;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.transport.FailureClassifier;
import java.util.Optional;

/** A server to which connections lead, and the way to it. Confined to the loop's thread. */
final class NioOrigin {

    private final Target target;
    private final Target firstHop;
    /** Index of the address that was reached last: nothing may listen on a host's first address, such as an IPv6 one. */
    private int preferred;

    /** @param proxy through which the server is reached */
    NioOrigin(Target target, Optional<Target> proxy) {
        this.target = target;
        this.firstHop = proxy.orElse(target);
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
        return firstHop != target && target.secure();
    }

    /** Whether requests go to a proxy, which needs their whole URL. */
    boolean absolute() {
        return firstHop != target && !target.secure();
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
