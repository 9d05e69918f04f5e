package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Target;
import java.util.List;

/**
 * What a transport needs in order to be opened.
 *
 * @param target where requests go
 * @param operations of the requests that will be sent; an operation's id is its index in this list
 * @param connections the most that are open at once, at least 1: what {@link TransportType#connections} says for the
 *     workers
 * @param timeouts when attempts time out
 * @param choice how connections are used
 * @param onConnect receives how long connecting took
 * @param clock that times time-outs, and the instants passed to {@link EventLoop}
 */
public record TransportSettings(
        Target target,
        List<Operation> operations,
        int connections,
        Timeouts timeouts,
        TransportChoice choice,
        ConnectionListener onConnect,
        NanoClock clock) {}
