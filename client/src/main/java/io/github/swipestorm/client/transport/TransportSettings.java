package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Target;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * What a transport needs to know.
 *
 * @param target where requests go
 * @param operations of the requests that will be sent; an operation's id is its place in this list
 * @param connections the most that are open at once, at least 1: what {@link TransportType#connections} says for the workers
 * @param timeouts when to give up
 * @param choice how connections are used
 * @param onConnected is told of each connection that was established and how many nanoseconds that took; on any thread,
 *     also on several at once
 * @param clock that time-outs, and the instants which {@link EventLoop} is given, are readings of
 */
public record TransportSettings(
        Target target,
        List<Operation> operations,
        int connections,
        Timeouts timeouts,
        TransportChoice choice,
        LongConsumer onConnected,
        NanoClock clock) {}
