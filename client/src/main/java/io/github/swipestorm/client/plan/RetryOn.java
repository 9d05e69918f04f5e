package io.github.swipestorm.client.plan;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Response;

/** The classes of outcome after which a request may be retried. */
public enum RetryOn {
    /** A response with status 400 to 499. */
    CLIENT_ERROR("4xx"),
    /** A response with status 500 or above. */
    SERVER_ERROR("5xx"),
    /** No response within the time-outs. */
    TIMEOUT("timeout"),
    /** No connection, a broken one, or an invalid response: every other failure. */
    CONNECTION("connection");

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
            return switch (this) {
                case CLIENT_ERROR -> response.status() >= 400 && response.status() < 500;
                case SERVER_ERROR -> response.status() >= 500;
                case TIMEOUT, CONNECTION -> false;
            };
        }
        boolean timeout = ((Failure) outcome).kind() == FailureKind.TIMEOUT;
        return switch (this) {
            case CLIENT_ERROR, SERVER_ERROR -> false;
            case TIMEOUT -> timeout;
            case CONNECTION -> !timeout;
        };
    }
}
