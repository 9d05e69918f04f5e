package io.github.swipestorm.client.http;

import java.util.Optional;

/**
 * What a response must be, beyond its status, for its request to count as ok. A response that does not pass is a failed
 * attempt of class {@link FailureKind#CHECK}. Thread-safe.
 */
public interface Check {

    /** Whether it reads headers; otherwise they are not kept. */
    boolean readsHeaders();

    /** Whether it reads the body; otherwise the body is only counted. */
    boolean readsBody();

    /**
     * Checks a response.
     *
     * @return one user-facing line that says what is wrong; empty when the response passes
     */
    Optional<String> problem(ReceivedResponse response);
}
