package io.github.swipestorm.client.http;

import java.util.Optional;

/**
 * A condition that a response must meet, beyond its status, for its request to count as ok. A response that does not pass is a failed
 * attempt of class {@link FailureKind#CHECK}. Thread-safe.
 */
public interface Check {

    /** Whether it reads headers; otherwise they are not kept. By default it does not. */
    default boolean readsHeaders() {
        return false;
    }

    /** Whether it reads the body; otherwise the body is only counted. By default it does not. */
    default boolean readsBody() {
        return false;
    }

    /**
     * Whether headers and body, as far as checks of the operation read them, stay in the {@link Response}, so that something can be
     * taken from them after the checks. By default they do not.
     */
    default boolean keepsResponse() {
        return false;
    }

    /**
     * Checks a response.
     *
     * @return one user-facing line that says what is wrong; empty when the response passes
     */
    Optional<String> problem(ReceivedResponse response);
}
