package io.github.swipestorm.api;

/**
 * One accepted swipe.
 *
 * @param direction of the swipe
 * @param swiper user who swiped, 1 to 5,000
 * @param swipee user who was swiped, 1 to 1,000,000
 * @param comment at most {@link SwipeBody#MOST_COMMENT_CODE_POINTS} code points
 */
public record Swipe(Direction direction, int swiper, int swipee, String comment) {}
