package io.github.swipestorm.client.report;

import io.github.swipestorm.client.report.Canvas.Stroke;
import io.github.swipestorm.client.stats.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A few quantities of one unit over the time of a run, as stairs. A run with more samples than a picture has room for is
 * drawn in longer steps of the mean, with a band from the lowest to the highest sample.
 */
final class CurvesOverTime implements Chart {
    private static final double LEFT = 84;
    private static final double RIGHT = 24;
    private static final int MOST_STEPS = 720;
    private static final int[] COLOURS = {BLUE, VERMILION, GREEN, ORANGE};

    private final String title;
    private final String unit;
    private final Window shown;
    private final List<Curve> curves;

    /**
     * A quantity.
     *
     * @param name what it is
     * @param samples in the order of time
     */
    record Curve(String name, List<Sample> samples) {
        double mean() {
            double sum = 0;
            double time = 0;
            for (Sample sample : samples) {
                sum += sample.value() * (sample.to() - sample.from());
                time += sample.to() - sample.from();
            }
            return time == 0 ? 0 : sum / time;
        }

        double highest() {
            return samples.stream().mapToDouble(Sample::value).max().orElse(0);
        }
    }

    /** A value that holds for a stretch of time, in seconds since the start of the run. */
    record Sample(double from, double to, double value) {}

    /**
     * @param unit of all curves
     * @param shown the time that the picture shows
     * @param curves at most four
     */
    CurvesOverTime(String title, String unit, Window shown, List<Curve> curves) {
        this.title = title;
        this.unit = unit;
        this.shown = shown;
        this.curves = List.copyOf(curves);
    }

    @Override
    public int height() {
        return 250;
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public String description() {
        return String.join("; ", curves.stream().map(this::label).toList()) + ".";
    }

    private String label(Curve curve) {
        return curve.name() + ": mean " + number(curve.mean()) + ", highest " + number(curve.highest()) + " " + unit;
    }

    private static String number(double value) {
        return Figures.decimal(value, value >= 1_000 ? 0 : value >= 10 ? 1 : 2);
    }

    @Override
    public void paint(Canvas canvas) {
        List<Key> keys = new ArrayList<>();
        for (int i = 0; i < curves.size(); i++) {
            keys.add(Key.line(label(curves.get(i)), COLOURS[i], strokeOf(i)));
        }
        double top = Chart.paintHead(canvas, title, keys, LEFT) + 18;
        double most = curves.stream().mapToDouble(Curve::highest).max().orElse(0);
        Panel panel = new Panel(
                LEFT,
                top,
                WIDTH - LEFT - RIGHT,
                height() - top - 56,
                Axis.time(shown.from(), shown.to()),
                Axis.linear(unit, most > 0 ? most : 1, 0.001));
        panel.paintFrame(canvas, true);
        // The first curve is the one that matters most; it goes on top.
        for (int i = curves.size() - 1; i >= 0; i--) {
            paint(canvas, panel, curves.get(i), COLOURS[i], strokeOf(i));
        }
    }

    private static Stroke strokeOf(int curve) {
        return curve == 0 ? Stroke.SOLID : Stroke.DASHED;
    }

    private static void paint(Canvas canvas, Panel panel, Curve curve, int rgb, Stroke stroke) {
        List<Sample> samples = curve.samples();
        int each = Math.max(1, (samples.size() + MOST_STEPS - 1) / MOST_STEPS);
        List<Curve> steps = IntStream.iterate(0, first -> first < samples.size(), first -> first + each)
                .mapToObj(first -> new Curve("", samples.subList(first, Math.min(samples.size(), first + each))))
                .toList();
        double[] from =
                steps.stream().mapToDouble(step -> step.samples().get(0).from()).toArray();
        double[] to = steps.stream()
                .mapToDouble(
                        step -> step.samples().get(step.samples().size() - 1).to())
                .toArray();
        if (each > 1) {
            double[] highest = steps.stream().mapToDouble(Curve::highest).toArray();
            double[] lowest = steps.stream()
                    .mapToDouble(step -> step.samples().stream()
                            .mapToDouble(Sample::value)
                            .min()
                            .orElse(0))
                    .toArray();
            new StepCurve(from, to, highest).paintBand(canvas, panel, lowest, rgb, 0.25);
        }
        double[] means = steps.stream().mapToDouble(Curve::mean).toArray();
        new StepCurve(from, to, means).paint(canvas, panel, 0, means.length, rgb, stroke, 0);
    }
}
