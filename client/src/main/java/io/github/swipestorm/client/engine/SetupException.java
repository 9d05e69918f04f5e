package io.github.swipestorm.client.engine;

/** What the workload does once before a run failed, so that nothing was measured. */
public final class SetupException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param message one user-facing line */
    public SetupException(String message) {
        super(message);
    }
}
