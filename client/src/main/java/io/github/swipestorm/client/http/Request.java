package io.github.swipestorm.client.http;

/**
 * One request, which can be sent any number of times.
 *
 * @param template the part that it shares with others
 * @param body its body, empty when it has none; not copied, so the caller must not modify it any more
 */
public record Request(Operation template, byte[] body) {}
