package io.github.swipestorm.client.http;

/**
 * The part that many requests of a workload share.
 *
 * @param id its index in the workload's list of operations, from 0
 * @param method in upper case
 * @param path below the target's base path, beginning with a slash
 * @param contentType of the body, or null when requests have none
 */
public record Operation(int id, String method, String path, String contentType) {}
