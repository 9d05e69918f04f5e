package io.github.swipestorm.client.telemetry;

/**
 * A stop-the-world pause of the client's garbage collector.
 *
 * @param startUs in microseconds since the start of the run
 * @param durationUs in microseconds, to the millisecond as the JVM reports it
 * @param cause as named by the JVM
 */
public record GcPause(long startUs, long durationUs, String cause) {}
