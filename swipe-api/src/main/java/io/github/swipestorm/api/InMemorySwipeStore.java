package io.github.swipestorm.api;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Stores swipes in memory until the process ends. Stores at most 5,000 users with 100 matches each, about 3 MB, however
 * many swipes arrive.
 */
public final class InMemorySwipeStore implements SwipeStore {

    private final User[] users = IntStream.rangeClosed(0, UserKind.SWIPER.highestId())
            .mapToObj(id -> new User())
            .toArray(User[]::new);

    @Override
    public void add(Swipe swipe) {
        users[swipe.swiper()].add(swipe.direction(), swipe.swipee());
    }

    @Override
    public Stats stats(int swiper) {
        return users[swiper].stats();
    }

    @Override
    public Matches matches(int swiper) {
        return users[swiper].matches();
    }

    @Override
    public long accepted() {
        // Summed over the users rather than counted separately: the total always agrees with its parts.
        return Arrays.stream(users)
                .map(User::stats)
                .mapToLong(stats -> stats.likes() + stats.dislikes())
                .sum();
    }

    /** One lock per user: 200 concurrent swipes over 5,000 users rarely contend. */
    private static final class User {

        private long likes;
        private long dislikes;
        private int[] liked = {};

        synchronized void add(Direction direction, int swipee) {
            if (direction == Direction.LEFT) {
                dislikes++;
                return;
            }
            likes++;
            if (liked.length < MOST_MATCHES && Arrays.stream(liked).noneMatch(id -> id == swipee)) {
                liked = Arrays.copyOf(liked, liked.length + 1);
                liked[liked.length - 1] = swipee;
            }
        }

        synchronized Stats stats() {
            return new Stats(likes, dislikes);
        }

        synchronized Matches matches() {
            return new Matches(Arrays.stream(liked).boxed().toList());
        }
    }
}
