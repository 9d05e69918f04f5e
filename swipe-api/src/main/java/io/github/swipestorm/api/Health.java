package io.github.swipestorm.api;

/** Whether the server accepts requests. */
public record Health(String status) {

    /** The server accepts requests. */
    public static final Health UP = new Health("UP");
}
