package io.github.swipestorm.springboot;

import io.github.swipestorm.api.Direction;

/**
 * A direction as the path has it. Not the enum itself: when a converter rejects the text of an enum, Spring tries the names of
 * its constants as well, and would accept {@code LEFT} for {@code left}.
 */
record DirectionInPath(Direction direction) {

    static DirectionInPath parse(String text) {
        return new DirectionInPath(Direction.parse(text));
    }
}
