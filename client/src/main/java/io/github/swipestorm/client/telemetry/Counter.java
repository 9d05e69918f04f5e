package io.github.swipestorm.client.telemetry;

/** Something that only grows, looked at from time to time. */
final class Counter {

    private double last = Double.NaN;

    /** How much it has grown since it was last looked at; NaN the first time. */
    double growth(double now) {
        double growth = now - last;
        last = now;
        return growth;
    }
}
