package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.setting.Setting;
import java.util.Optional;

/** This machine or this JVM lacks something that the plan needs, for example memory for so many threads. */
public final class ClientLimitException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** Where threads are short. */
    public static final String FEWER_THREADS = "use fewer " + Setting.THREADS + ", or " + Setting.TRANSPORT.to("nio")
            + ", which needs next to none, or raise the limit (ulimit -u)";

    /** @param message says what is missing, and the remedy */
    public ClientLimitException(String message, Throwable cause) {
        super(message, cause);
    }

    /** What to do about a JVM that has run out of memory, or of threads: it tells both by the same error. */
    private static ClientLimitException of(OutOfMemoryError error) {
        String what = error.getMessage() == null ? "out of memory" : error.getMessage();
        String text = what.contains("native thread")
                ? "This machine has no further thread to give (" + what + "): " + FEWER_THREADS
                : "The client's JVM has no memory left (" + what
                        + "): give it more, such as -Xmx1g in JAVA_OPTS (for Maven in MAVEN_OPTS), or use fewer "
                        + Setting.THREADS;
        return new ClientLimitException(text, error);
    }

    /** Code is read from files, too: who has none left to open finds that its own classes are not there. */
    private static ClientLimitException of(LinkageError error) {
        return new ClientLimitException(
                "A part of the client cannot be loaded (" + error
                        + "): no open file is left for it, so raise the limit "
                        + "(ulimit -n) or use fewer " + Setting.THREADS + "; or its files are damaged",
                error);
    }

    /** The limit that something died of, at first hand or not; empty when it was none. */
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
