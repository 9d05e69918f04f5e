package io.github.swipestorm.client.report.chart;

import io.github.swipestorm.client.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/**
 * One axis of a chart: the position of values, and the marked ones.
 *
 * @param title what it shows, with the unit
 * @param position of a value, 0 at the one end and 1 at the other
 * @param ticks the marks
 */
public record Axis(String title, DoubleUnaryOperator position, List<Tick> ticks) {

    /**
     * A mark on an axis.
     *
     * @param value position on the axis' own scale
     * @param label its text; empty for a line without text
     */
    record Tick(double value, String label) {}

    private static final double[] TIME_STEPS = {
        0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1_200, 1_800, 3_600, 7_200, 14_400, 21_600, 43_200,
        86_400, 172_800, 432_000
    };
    private static final int TIME_TICKS = 12;
    private static final int TICKS = 6;
    /** So that a curve does not run along the upper edge. */
    private static final double HEADROOM = 1.02;
    /** On a logarithmic axis that spans less, there is space for three labels per power of ten. */
    private static final double FEW_POWERS = 1_001;
    /** Of the axis' length, between two labels. */
    private static final double LEAST_DISTANCE = 0.045;

    /**
     * Values from 0 to a mark a little above {@code most}, at steps of 1, 2 or 5 times a power of ten.
     *
     * @param leastStep above 0; 1 for whole numbers, less for others
     */
    public static Axis linear(String title, double most, double leastStep) {
        double step = niceStep(Math.max(leastStep, most / TICKS));
        int steps = (int) Math.max(1, Math.ceil(most * HEADROOM / step - 1e-9));
        int decimals = (int) Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
        List<Tick> ticks = new ArrayList<>();
        for (int i = 0; i <= steps; i++) {
            ticks.add(new Tick(i * step, NumberFormat.decimal(i * step, decimals)));
        }
        return new Axis(title, value -> value / (steps * step), ticks);
    }

    private static double niceStep(double atLeast) {
        double power = Math.pow(10, Math.floor(Math.log10(atLeast)));
        for (int factor : new int[] {1, 2, 5}) {
            if (factor * power >= atLeast * (1 - 1e-9)) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    /**
     * Values over powers of ten, both above 0. The axis ends at 1, 2 or 5 times a power of ten, and spans a factor of ten or
     * more; where it has room, these are all labelled.
     */
    public static Axis logarithmic(String title, double least, double most) {
        int power = (int) Math.floor(Math.log10(least) + 1e-9);
        double lowest = Math.pow(10, power);
        for (int factor : new int[] {2, 5}) {
            lowest = factor * Math.pow(10, power) <= least * (1 + 1e-9) ? factor * Math.pow(10, power) : lowest;
        }
        double highest = niceStep(Math.max(10 * lowest, most));
        boolean roomy = highest / lowest < FEW_POWERS;
        List<Tick> ticks = new ArrayList<>();
        for (; Math.pow(10, power) <= highest * (1 + 1e-9); power++) {
            for (int factor = 1; factor < 10; factor++) {
                double value = factor * Math.pow(10, power);
                boolean end = Math.abs(value / lowest - 1) < 1e-9 || Math.abs(value / highest - 1) < 1e-9;
                boolean labelled = factor == 1 || end || roomy && (factor == 2 || factor == 5);
                if (value >= lowest * (1 - 1e-9) && value <= highest * (1 + 1e-9)) {
                    ticks.add(new Tick(value, labelled ? NumberFormat.decimal(value, Math.max(0, -power)) : ""));
                }
            }
        }
        double from = lowest;
        double length = Math.log10(highest / lowest);
        return new Axis(title, value -> Math.log10(Math.max(from, value) / from) / length, ticks);
    }

    /** Seconds since the start of a run; marked in minutes when it is long, and in hours when it is very long. */
    static Axis time(double fromSeconds, double toSeconds) {
        double length = toSeconds - fromSeconds;
        double step = TIME_STEPS[TIME_STEPS.length - 1];
        for (int i = TIME_STEPS.length - 1; i >= 0 && length / TIME_STEPS[i] <= TIME_TICKS; i--) {
            step = TIME_STEPS[i];
        }
        double unit = toSeconds <= 1_800 ? 1 : toSeconds <= 36_000 ? 60 : 3_600;
        String name = unit == 1 ? "s" : unit == 60 ? "min" : "h";
        List<Tick> ticks = new ArrayList<>();
        long first = (long) Math.ceil(fromSeconds / step - 1e-9);
        for (long i = first; i * step <= toSeconds + 1e-9; i++) {
            ticks.add(new Tick(i * step, NumberFormat.plain(i * step / unit)));
        }
        return new Axis("time since the start of the run (" + name + ")", s -> (s - fromSeconds) / length, ticks);
    }

    /**
     * Percentiles from 0 on, each nine as wide as the one before, as is usual for latencies.
     *
     * @param nines where the axis ends, 2 for 99 and 4 for 99.99
     */
    static Axis percentiles(int nines) {
        List<Tick> ticks = new ArrayList<>();
        for (int percentile : new int[] {0, 50, 75, 90, 95, 99}) {
            ticks.add(new Tick(percentile, Integer.toString(percentile)));
        }
        for (int nine = 3; nine <= nines; nine++) {
            String label = "99." + "9".repeat(nine - 2);
            ticks.add(new Tick(Double.parseDouble(label), label));
        }
        return new Axis("percentile (%)", percentile -> -Math.log10(1 - percentile / 100) / nines, ticks);
    }

    /** Values from 0 to just {@code most}, which cannot be exceeded: the share of something, in percent. */
    static Axis upTo(String title, double most) {
        List<Tick> ticks = new ArrayList<>();
        for (int i = 0; i <= 5; i++) {
            ticks.add(new Tick(most * i / 5, NumberFormat.plain(most * i / 5)));
        }
        return new Axis(title, value -> value / most, ticks);
    }

    /**
     * An axis on which just the values are marked that something was measured at; logarithmic when they span more than a
     * factor of eight, as doubled thread counts do.
     *
     * @param values above 0, in rising order, at least one
     */
    public static Axis measured(String title, List<Integer> values) {
        double least = values.get(0);
        double most = values.get(values.size() - 1);
        boolean logarithmic = most > 8 * least;
        double low = logarithmic ? least / 1.2 : 0;
        double high = logarithmic ? most * 1.2 : most * 1.08;
        DoubleUnaryOperator position = logarithmic
                ? value -> Math.log(Math.max(low, value) / low) / Math.log(high / low)
                : value -> value / high;
        List<Tick> ticks = new ArrayList<>();
        double last = Double.NEGATIVE_INFINITY;
        for (int value : values) {
            double at = position.applyAsDouble(value);
            boolean room = at - last >= LEAST_DISTANCE;
            ticks.add(new Tick(value, room ? NumberFormat.count(value) : ""));
            last = room ? at : last;
        }
        return new Axis(logarithmic ? title + ", logarithmic" : title, position, ticks);
    }

    /**
     * Categories side by side, the first at 1. Their labels say what they are, so the axis has no title.
     *
     * @param names their labels
     */
    public static Axis categories(List<String> names) {
        List<Tick> ticks = new ArrayList<>();
        for (String name : names) {
            ticks.add(new Tick(ticks.size() + 1.0, name));
        }
        return new Axis("", value -> (value - 0.5) / names.size(), ticks);
    }

    /**
     * Values around a reference, such as ratios around 1; the axis does not begin at 0.
     *
     * @param least smallest value
     * @param most largest value, more than the smallest
     */
    public static Axis between(String title, double least, double most) {
        double step = niceStep((most - least) / TICKS);
        double low = Math.floor(least / step) * step;
        double high = Math.ceil(most / step) * step;
        int decimals = (int) Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
        List<Tick> ticks = new ArrayList<>();
        for (long i = 0; low + i * step <= high + step / 2; i++) {
            ticks.add(new Tick(low + i * step, NumberFormat.decimal(low + i * step, decimals)));
        }
        return new Axis(title, value -> (value - low) / (high - low), ticks);
    }
}
