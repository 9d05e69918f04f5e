package io.github.swipestorm.api.tomcat;

import io.github.swipestorm.api.RequestBodies;
import java.time.Duration;

/**
 * How a server meets the network. Both servers use these values, so that a comparison of them compares frameworks and
 * not settings; each is stated, because a default that changes with a version would change the measurement.
 *
 * @param threads the most requests that are worked on at once, when there are no virtual threads
 * @param acceptCount how many connections the operating system may hold ready until they are taken in
 * @param maxConnections the most open connections
 * @param connectionTimeout how long the server waits for the next bytes of a request that has begun
 * @param keepAliveTimeout how long a connection may be idle between two requests
 * @param bodyTimeout how long the server waits for the next bytes of a body
 * @param maxKeepAliveRequests the most requests of one connection; -1 is no limit
 * @param maxHeaderBytes the longest head of a request: request line, header lines, and what ends them
 * @param maxHeaders the most header lines of a request
 * @param maxTrailerBytes the most bytes of chunk extensions, and the most of header lines after a chunked body
 * @param maxSwallowBytes how much of a refused body the connector throws away, once the API has done its part of that
 * @param maxStreams the most requests at once on one connection of HTTP/2
 * @param gracePeriod how long a server that is told to stop waits for the requests in flight
 */
public record ConnectorSettings(
        int threads,
        int acceptCount,
        int maxConnections,
        Duration connectionTimeout,
        Duration keepAliveTimeout,
        Duration bodyTimeout,
        int maxKeepAliveRequests,
        int maxHeaderBytes,
        int maxHeaders,
        int maxTrailerBytes,
        int maxSwallowBytes,
        int maxStreams,
        Duration gracePeriod) {

    /** The settings of a server with this many threads. */
    public static ConnectorSettings of(int threads) {
        return new ConnectorSettings(
                threads,
                // A run opens all its connections at once; a short queue would reject some for a second.
                1024,
                // More than the load client's highest number of workers, so that this is never the limit that a run
                // finds.
                16_384,
                // Tomcat's default: long for a network, short for a client that sends one byte per minute.
                Duration.ofSeconds(20),
                // Longer than any pause between two runs, so that no connection is closed while a client reuses it.
                Duration.ofSeconds(60),
                // As long as a whole body may take.
                RequestBodies.MOST_TIME,
                // Tomcat's default of 100 would make every hundredth request pay for a new connection.
                -1,
                // Tomcat's own values, which are far more than the API needs: a client sends some 200 bytes in 5 lines.
                8 * 1024,
                100,
                8 * 1024,
                // RequestBodies.discardRest has done it, with a time limit; the connector would wait for every byte.
                0,
                // Tomcat's default; nginx has 128, Go's server 250.
                100,
                // So that, with the time that a Tomcat and a JVM need to end, all is over within 10 s.
                Duration.ofSeconds(5));
    }
}
