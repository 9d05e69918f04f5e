package io.github.swipestorm.api;

/** Whether the server takes requests. */
public record Health(String status) {

    /** It does. */
    public static final Health UP = new Health("UP");
}
