package io.github.swipestorm.api;

/**
 * One accepted swipe.
 *
 * @param direction which way
 * @param swiper who swiped, 1 to 5,000
 * @param swipee who was looked at, 1 to 1,000,000
 * @param comment at most {@link SwipeBody#MOST_COMMENT_CODE_POINTS} code points
 */
public record Swipe(Direction direction, int swiper, int swipee, String comment) {}
