package io.github.swipestorm.api;

/** Where accepted swipes are kept. All methods may be called by any number of threads at once. */
public interface SwipeStore {

    /** The most swipees that are remembered as liked by one user. */
    int MOST_MATCHES = 100;

    /** Keeps a swipe; when this returns, every later question takes it into account, exactly once. */
    void add(Swipe swipe);

    /**
     * How a user swiped.
     *
     * @param swiper 1 to 5,000
     */
    Stats stats(int swiper);

    /**
     * Whom a user liked.
     *
     * @param swiper 1 to 5,000
     */
    Matches matches(int swiper);

    /** How many swipes were added since the store was made. */
    long accepted();
}
