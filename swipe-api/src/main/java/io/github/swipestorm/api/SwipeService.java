package io.github.swipestorm.api;

/** The API's operations, independent of HTTP: servers only map requests to them and results to responses. */
public final class SwipeService {

    private final SwipeStore store;

    public SwipeService(SwipeStore store) {
        this.store = store;
    }

    /**
     * Accepts a swipe.
     *
     * @throws ApiException with status 404 when a user does not exist
     */
    public Message swipe(Direction direction, SwipeBody body) {
        store.add(body.toSwipe(direction));
        return Message.WRITE_SUCCESSFUL;
    }

    /**
     * A user's likes and dislikes.
     *
     * @throws ApiException with status 400 when the id is not a decimal integer, 404 when no such user exists
     */
    public Stats stats(String userId) {
        return store.stats(UserKind.SWIPER.find("userId", userId));
    }

    /**
     * The users that a user liked.
     *
     * @throws ApiException with status 400 when the id is not a decimal integer, 404 when no such user exists
     */
    public Matches matches(String userId) {
        return store.matches(UserKind.SWIPER.find("userId", userId));
    }
}
