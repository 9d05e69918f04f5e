package io.github.swipestorm.api;

import java.util.List;

/** The swipees that a user liked, in order of first like: the first {@link SwipeStore#MOST_MATCHES}. */
public record Matches(List<Integer> matches) {

    public Matches {
        matches = List.copyOf(matches);
    }
}
