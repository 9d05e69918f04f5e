package io.github.swipestorm.api;

/** Stores accepted swipes. Thread-safe. */
public interface SwipeStore {

    /** The most likes of one user that are stored. */
    int MOST_MATCHES = 100;

    /** Adds a swipe; when this returns, every later query includes it exactly once. */
    void add(Swipe swipe);

    /**
     * A user's likes and dislikes.
     *
     * @param swiper 1 to 5,000
     */
    Stats stats(int swiper);

    /**
     * The users that a user liked.
     *
     * @param swiper 1 to 5,000
     */
    Matches matches(int swiper);

    /** How many swipes were added since the store was created. */
    long accepted();
}
