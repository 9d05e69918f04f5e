package io.github.swipestorm.client.report;

import io.github.swipestorm.client.experiment.Quantity;
import io.github.swipestorm.client.experiment.Trials;
import io.github.swipestorm.client.stats.Figures;
import io.github.swipestorm.client.stats.Interval;
import io.github.swipestorm.client.stats.Spread;
import java.util.OptionalDouble;

/** Cells of an experiment's tables: what is not known is a dash. */
final class Cells {
    static final String DASH = "-";

    private Cells() {}

    /** The interval of the mean, where there is one. */
    static String interval(Trials trials, Quantity quantity, int decimals) {
        return trials.spread(quantity)
                .flatMap(Spread::interval)
                .map(interval -> interval(interval, decimals))
                .orElse(DASH);
    }

    static String mean(Trials trials, Quantity quantity, int decimals) {
        return trials.spread(quantity)
                .map(values -> Figures.decimal(values.mean(), decimals))
                .orElse(DASH);
    }

    static String sum(Trials trials, Quantity quantity) {
        return Figures.count(Math.round(trials.sum(quantity)));
    }

    static String number(OptionalDouble number, int decimals) {
        return number.isPresent() ? Figures.decimal(number.getAsDouble(), decimals) : DASH;
    }

    static String interval(Interval interval, int decimals) {
        return end(interval.low(), decimals) + " to " + end(interval.high(), decimals);
    }

    private static String end(double number, int decimals) {
        return Double.isInfinite(number) ? (number > 0 ? "any" : "-any") : Figures.decimal(number, decimals);
    }
}
