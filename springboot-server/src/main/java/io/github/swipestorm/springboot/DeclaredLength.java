package io.github.swipestorm.springboot;

import io.github.swipestorm.api.RequestBodies;

/**
 * Proof that a body is not announced to be too long. Spring waits for the first byte of a body before it lets anybody
 * judge it, and a client that announces too much need not send any.
 */
record DeclaredLength(long bytes) {

    DeclaredLength {
        RequestBodies.requireFits(bytes);
    }

    static DeclaredLength parse(String contentLength) {
        return new DeclaredLength(Long.parseLong(contentLength));
    }
}
