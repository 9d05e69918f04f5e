package io.github.swipestorm.client.transport;

/**
 * Carries attempts to the target. Any thread may close it; that closes every open connection and ends the attempts in
 * flight.
 */
public sealed interface Transport extends AutoCloseable permits BlockingTransport, EventTransport {

    @Override
    void close();
}
