package io.github.swipestorm.client.telemetry;

/** The difference between readings of a value that only grows. */
final class Counter {

    private double last = Double.NaN;

    /** How much it has grown since the last reading; NaN the first time. */
    double growth(double now) {
        double growth = now - last;
        last = now;
        return growth;
    }
}
