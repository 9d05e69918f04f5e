package io.github.swipestorm.client.verdict;

/**
 * What bounded a run, and how that is known.
 *
 * @param bound what it was
 * @param evidence the figures that it rests on, in one line that a person can check
 * @param consequence what follows from it, in one line
 */
public record Verdict(Bound bound, String evidence, String consequence) {}
