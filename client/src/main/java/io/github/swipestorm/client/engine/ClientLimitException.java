package io.github.swipestorm.client.engine;

/** This machine lacks something that the plan needs, for example memory for so many threads. */
public final class ClientLimitException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public ClientLimitException(String message, Throwable cause) {
        super(message, cause);
    }
}
