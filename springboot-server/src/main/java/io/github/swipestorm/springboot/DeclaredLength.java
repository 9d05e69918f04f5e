package io.github.swipestorm.springboot;

import io.github.swipestorm.api.RequestBodies;

/**
 * Proof that a body's declared length is within the limit. Spring waits for the first byte of a body before any code
 * can judge it, and a client that declares too much need not send any.
 */
record DeclaredLength(long bytes) {

    DeclaredLength {
        RequestBodies.requireFits(bytes);
    }

    static DeclaredLength parse(String contentLength) {
        return new DeclaredLength(Long.parseLong(contentLength));
    }
}
