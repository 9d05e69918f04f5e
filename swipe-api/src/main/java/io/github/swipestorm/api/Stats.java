package io.github.swipestorm.api;

/** How often a user, as swiper, went right and left. */
public record Stats(long likes, long dislikes) {}
