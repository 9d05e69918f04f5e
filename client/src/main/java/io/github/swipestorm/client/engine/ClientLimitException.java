package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.setting.Setting;
import java.util.Optional;

/** This machine or this JVM lacks a resource that the plan needs, for example memory for its threads. */
public final class ClientLimitException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** The remedy when threads run out. */
    public static final String FEWER_THREADS = "use fewer " + Setting.THREADS + ", or " + Setting.TRANSPORT.to("nio")
            + ", which needs next to none, or raise the limit (ulimit -u)";

    /** @param message says what is missing, and the remedy */
    public ClientLimitException(String message, Throwable cause) {
        super(message, cause);
    }

    /** The remedy for a JVM that has run out of memory or of threads, which it reports by the same error. */
    private static ClientLimitException of(OutOfMemoryError error) {
        String what = error.getMessage() == null ? "out of memory" : error.getMessage();
        String text = what.contains("native thread")
                ? "This machine has no further thread to give (" + what + "): " + FEWER_THREADS
                : "The client's JVM has no memory left (" + what
                        + "): give it more, such as -Xmx1g in JAVA_OPTS (for Maven in MAVEN_OPTS), or use fewer "
                        + Setting.THREADS;
        return new ClientLimitException(text, error);
    }

    /** Class loading needs file descriptors as well; with none left it fails with a LinkageError. */
    private static ClientLimitException of(LinkageError error) {
        return new ClientLimitException(
                "A part of the client cannot be loaded (" + error
                        + "): no open file is left for it, so raise the limit "
                        + "(ulimit -n) or use fewer " + Setting.THREADS + "; or its files are damaged",
                error);
    }

    /** The client limit that caused a failure, directly or indirectly; empty when there was none. */
    public static Optional<ClientLimitException> behind(Throwable death) {
        for (Throwable cause = death; cause != null; cause = cause.getCause()) {
            if (cause instanceof ClientLimitException limit) {
                return Optional.of(limit);
            }
            if (cause instanceof OutOfMemoryError error) {
                return Optional.of(of(error));
            }
            if (cause instanceof LinkageError error) {
                return Optional.of(of(error));
            }
        }
        return Optional.empty();
    }
}
