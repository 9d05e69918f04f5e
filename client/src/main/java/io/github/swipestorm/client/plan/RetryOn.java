package io.github.swipestorm.client.plan;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Response;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/** The classes of outcome after which a request may be retried. */
public enum RetryOn {
    /** A response with status 400 to 499. */
    CLIENT_ERROR("4xx"),
    /** A response with status 500 or above. */
    SERVER_ERROR("5xx"),
    /** No response within the time-outs. */
    TIMEOUT("timeout"),
    /** No connection, a broken one, or an invalid response: every other failure. */
    CONNECTION("connection"),
    /** A complete response that did not pass a check. */
    CHECK("check");

    /** The classes that the reference study retries: an answer that fails a check would fail it again. */
    public static final Set<RetryOn> ALL_BUT_CHECKS =
            Collections.unmodifiableSet(EnumSet.complementOf(EnumSet.of(CHECK)));

    private final String word;

    RetryOn(String word) {
        this.word = word;
    }

    /** The label that options and files use. */
    @Override
    public String toString() {
        return word;
    }

    /** Whether an outcome belongs to this class; an outcome belongs to at most one. */
    boolean matches(Outcome outcome) {
        if (outcome instanceof Response response) {
            boolean check = response.failedCheck() != null;
            return switch (this) {
                case CLIENT_ERROR -> !check && response.status() >= 400 && response.status() < 500;
                case SERVER_ERROR -> !check && response.status() >= 500;
                case CHECK -> check;
                case TIMEOUT, CONNECTION -> false;
            };
        }
        boolean timeout = ((Failure) outcome).kind() == FailureKind.TIMEOUT;
        return switch (this) {
            case CLIENT_ERROR, SERVER_ERROR, CHECK -> false;
            case TIMEOUT -> timeout;
            case CONNECTION -> !timeout;
        };
    }
}
