package io.github.swipestorm.cluster;

/** A cluster cannot be joined or used as asked; the message is one user-facing line. */
public final class ClusterException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message one user-facing line with a remedy */
    public ClusterException(String message) {
        super(message);
    }
}
