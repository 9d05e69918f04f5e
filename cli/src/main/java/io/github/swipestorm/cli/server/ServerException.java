package io.github.swipestorm.cli.server;

/** A server could not be found or started; the message is user-facing. */
public final class ServerException extends Exception {

    private static final long serialVersionUID = 1L;

    public ServerException(String message, Throwable cause) {
        super(message, cause);
    }
}
