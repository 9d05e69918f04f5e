package io.github.swipestorm.client.http;

/** How an attempt ended: with an answer, or with the reason why there was none. A failed attempt is data. */
public sealed interface Outcome permits Response, Failure {

    /** Whether the attempt achieved what it was for. */
    boolean ok();
}
