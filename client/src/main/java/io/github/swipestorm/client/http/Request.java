package io.github.swipestorm.client.http;

/**
 * One request, ready to be sent any number of times.
 *
 * @param template what it shares with others
 * @param body its body, empty when it has none; not copied, so whoever made it must not change it any more
 */
public record Request(Operation template, byte[] body) {}
