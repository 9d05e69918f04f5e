package io.github.swipestorm.client.telemetry;

/**
 * A time in which the client's garbage collector stood it still.
 *
 * @param startUs in microseconds since the start of the run
 * @param durationUs in microseconds, to the millisecond as the JVM tells it
 * @param cause in the JVM's words
 */
public record GcPause(long startUs, long durationUs, String cause) {}
