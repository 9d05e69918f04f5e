package io.github.swipestorm.api;

/** The direction of a swipe: left is a dislike, right a like. */
public enum Direction {
    LEFT("left"),
    RIGHT("right");

    private final String text;

    Direction(String text) {
        this.text = text;
    }

    /** The path segment for this direction. */
    public String text() {
        return text;
    }

    /**
     * Parses the direction in the path of a swipe, case-sensitively.
     *
     * @param text the path segment, decoded; null when the path ends before it
     * @throws ApiException with status 400 when it is neither {@code left} nor {@code right}
     */
    public static Direction parse(String text) {
        for (Direction direction : values()) {
            if (direction.text.equals(text)) {
                return direction;
            }
        }
        if (text == null) {
            throw ApiException.badRequest("Direction is missing: use /swipe/left/ or /swipe/right/");
        }
        throw ApiException.badRequest("Direction " + Quoted.of(text) + " is unknown: use left or right");
    }
}
