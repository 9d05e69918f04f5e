package io.github.swipestorm.api;

/** The body of a response to a swipe, and of every error. */
public record Message(String message) {

    /** The response to an accepted swipe. */
    public static final Message WRITE_SUCCESSFUL = new Message("Write successful!");
}
