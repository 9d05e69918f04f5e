package io.github.swipestorm.api;

/** The body of an answer to a swipe, and of every error. */
public record Message(String message) {

    /** The answer to an accepted swipe. */
    public static final Message WRITE_SUCCESSFUL = new Message("Write successful!");
}
