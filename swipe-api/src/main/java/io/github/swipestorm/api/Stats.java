package io.github.swipestorm.api;

/** How often a user, as swiper, swiped right and left. */
public record Stats(long likes, long dislikes) {}
