package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.setting.PlanException;
import io.github.swipestorm.client.setting.PlanProblem;
import io.github.swipestorm.client.setting.Setting;
import java.util.OptionalInt;

/**
 * Which version of HTTP a plan uses, and how workers share connections where the version permits it.
 *
 * @param version what is asked for; other than HTTP/1.1 it takes {@link Capability#HTTP_2}
 * @param streams the most requests in flight on one connection over HTTP/2, 1 to 1,000; empty when it follows from the
 *     connections
 * @param connections over HTTP/2, 1 to 100,000; empty when it follows from the streams. With neither, each worker has a
 *     connection, as over HTTP/1.1
 */
public record HttpProtocol(HttpVersion version, OptionalInt streams, OptionalInt connections) {

    /** HTTP/1.1. */
    public static final HttpProtocol HTTP_1_1 =
            new HttpProtocol(HttpVersion.HTTP_1_1, OptionalInt.empty(), OptionalInt.empty());

    private static final int MOST_STREAMS = 1_000;
    private static final int MOST_CONNECTIONS = 100_000;

    /** @throws PlanException when a number is out of range, or is given for HTTP/1.1 */
    public HttpProtocol {
        streams.ifPresent(count -> PlanException.requireInRange(Setting.STREAMS, count, 1, MOST_STREAMS));
        connections.ifPresent(count -> PlanException.requireInRange(Setting.CONNECTIONS, count, 1, MOST_CONNECTIONS));
        if (version == HttpVersion.HTTP_1_1) {
            streams.ifPresent(count -> refuse(Setting.STREAMS, count));
            connections.ifPresent(count -> refuse(Setting.CONNECTIONS, count));
        }
    }

    private static void refuse(Setting setting, int count) {
        throw new PlanException(new PlanProblem.Unusable(
                setting,
                String.valueOf(count),
                "over HTTP/1.1 each worker has a connection of its own; add " + Setting.HTTP.to("2")));
    }

    /** HTTP/2 with a connection for each worker. */
    public static HttpProtocol http2() {
        return new HttpProtocol(HttpVersion.HTTP_2, OptionalInt.empty(), OptionalInt.empty());
    }

    /** The same with another version. HTTP/1.1 drops how workers share connections. */
    public HttpProtocol with(HttpVersion other) {
        return other == HttpVersion.HTTP_1_1 ? HTTP_1_1 : new HttpProtocol(other, streams, connections);
    }

    /** The same with up to this many requests in flight on each connection. */
    public HttpProtocol withStreams(int count) {
        return new HttpProtocol(version, OptionalInt.of(count), connections);
    }

    /** The same with this many connections. */
    public HttpProtocol withConnections(int count) {
        return new HttpProtocol(version, streams, OptionalInt.of(count));
    }

    /**
     * How many connections workers share over HTTP/2.
     *
     * @param workers at least 1
     */
    public int connections(int workers) {
        int enough = (workers + streams.orElse(1) - 1) / streams.orElse(1);
        return Math.min(workers, connections.orElse(enough));
    }

    /** The most requests in flight on one connection over HTTP/2, for as many workers. */
    public int streams(int workers) {
        int connectionCount = connections(workers);
        return Math.min(MOST_STREAMS, (workers + connectionCount - 1) / connectionCount);
    }

    /** @throws PlanException when as many workers cannot share the connections */
    public void requireSuits(int workers) {
        long most = (long) connections.orElse(MOST_CONNECTIONS) * streams.orElse(MOST_STREAMS);
        if (connections.isPresent() && workers > most) {
            throw new PlanException(new PlanProblem.Unusable(
                    Setting.CONNECTIONS,
                    String.valueOf(connections.getAsInt()),
                    "with up to " + streams.orElse(MOST_STREAMS) + " requests in flight on each, it carries " + most
                            + " workers, not " + workers));
        }
    }
}
