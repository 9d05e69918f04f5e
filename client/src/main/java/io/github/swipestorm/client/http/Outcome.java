package io.github.swipestorm.client.http;

/** How an attempt ended: with a response, or with the reason why there was none. A failed attempt is data. */
public sealed interface Outcome permits Response, Failure {

    /** Whether the attempt succeeded. */
    boolean ok();
}
