package io.github.swipestorm.client.report.experiment;

import io.github.swipestorm.client.experiment.RunMetric;
import io.github.swipestorm.client.experiment.Trials;
import io.github.swipestorm.client.inference.ConfidenceInterval;
import io.github.swipestorm.client.inference.Spread;
import io.github.swipestorm.client.text.NumberFormat;

/** Cells of an experiment's tables: an unknown value is a dash. */
final class Cells {
    private Cells() {}

    /** The interval of the mean, where there is one. */
    static String interval(Trials trials, RunMetric quantity, int decimals) {
        return trials.spread(quantity)
                .flatMap(Spread::interval)
                .map(interval -> interval(interval, decimals))
                .orElse(NumberFormat.DASH);
    }

    static String mean(Trials trials, RunMetric quantity, int decimals) {
        return trials.spread(quantity)
                .map(values -> NumberFormat.decimal(values.mean(), decimals))
                .orElse(NumberFormat.DASH);
    }

    static String sum(Trials trials, RunMetric quantity) {
        return NumberFormat.count(Math.round(trials.sum(quantity)));
    }

    static String interval(ConfidenceInterval interval, int decimals) {
        return end(interval.low(), decimals) + " to " + end(interval.high(), decimals);
    }

    private static String end(double number, int decimals) {
        return Double.isInfinite(number) ? (number > 0 ? "any" : "-any") : NumberFormat.decimal(number, decimals);
    }
}
