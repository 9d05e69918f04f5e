package io.github.swipestorm.client.report.chart;

import io.github.swipestorm.client.inference.Steadiness.SteadyPart;
import io.github.swipestorm.client.report.chart.Canvas.Stroke;
import io.github.swipestorm.client.report.store.Window;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;

/**
 * A few quantities of one unit over the time of a run, as steps; where there is no sample, there is no line. A run with
 * more samples than a chart has space for is drawn in longer steps, with a band from the lowest to the highest sample.
 */
public final class CurvesOverTime implements Chart {
    private static final double LEFT = 84;
    private static final double RIGHT = 24;
    private static final int MOST_STEPS = 360;

    private final String title;
    private final Scale scale;
    private final Window shown;
    private final List<Curve> curves;
    private final Optional<SteadyPart> steady;

    /** The vertical axis of a chart, how several samples are aggregated, and the text of a curve's legend. */
    public interface Scale {

        /** Means of amounts, in a unit, from 0 on. */
        static Scale amount(String unit) {
            return new Amount(unit, highest -> Axis.linear(unit, highest > 0 ? highest : 1, 0.001));
        }

        /** Means of amounts that cannot exceed {@code most}. */
        static Scale upTo(double most, String unit) {
            return new Amount(unit, highest -> Axis.upTo(unit, most));
        }

        /**
         * Percentiles of latencies in ms, which must not be averaged: a step of several seconds is drawn as the median
         * one.
         */
        static Scale percentiles() {
            return new Percentiles();
        }

        /** The vertical axis. */
        Axis axis(List<Curve> curves);

        /** The height of a step, of the samples of which the curve consists. */
        double height(Curve step);

        /** Of the picture, with one line in its legend. */
        default int height() {
            return 250;
        }

        /** The text of the legend. */
        String label(Curve curve);
    }

    private record Amount(String unit, DoubleFunction<Axis> axis) implements Scale {
        @Override
        public Axis axis(List<Curve> curves) {
            return axis.apply(curves.stream().mapToDouble(Curve::highest).max().orElse(0));
        }

        @Override
        public double height(Curve step) {
            return step.mean();
        }

        @Override
        public String label(Curve curve) {
            return curve.style() == Style.LIMIT
                    ? curve.name() + ": " + NumberFormat.plain(curve.highest()) + " " + unit
                    : curve.name() + ": mean " + number(curve.mean()) + ", highest " + number(curve.highest()) + " "
                            + unit;
        }

        private static String number(double value) {
            return NumberFormat.decimal(value, value >= 1_000 ? 0 : value >= 10 ? 1 : 2);
        }
    }

    private record Percentiles() implements Scale {
        @Override
        public int height() {
            return 340;
        }

        @Override
        public Axis axis(List<Curve> curves) {
            double least = curves.stream().mapToDouble(Curve::lowest).min().orElse(1);
            double most = curves.stream().mapToDouble(Curve::highest).max().orElse(1);
            return Axis.logarithmic("response time (ms, logarithmic)", Math.max(0.001, least), Math.max(0.001, most));
        }

        @Override
        public double height(Curve step) {
            double[] sorted =
                    step.samples().stream().mapToDouble(Sample::value).sorted().toArray();
            return sorted[(sorted.length - 1) / 2];
        }

        @Override
        public String label(Curve curve) {
            return curve.name() + " of a second: " + NumberFormat.milliseconds(curve.lowest() * 1e3) + " to "
                    + NumberFormat.milliseconds(curve.highest() * 1e3) + " ms";
        }
    }

    /** How a curve looks, by its rank: the first curve is the one that matters most. */
    public enum Style {
        FIRST(BLUE, Stroke.SOLID),
        SECOND(VERMILION, Stroke.DASHED),
        THIRD(GREEN, Stroke.DASHED),
        FOURTH(ORANGE, Stroke.DASHED),
        FIFTH(PURPLE, Stroke.SOLID),
        SIXTH(SKY_BLUE, Stroke.SOLID),
        SEVENTH(INK, Stroke.SOLID),
        EIGHTH(BLUE, Stroke.DASHED),
        NINTH(VERMILION, Stroke.SOLID),
        TENTH(GREEN, Stroke.SOLID),
        ELEVENTH(ORANGE, Stroke.SOLID),
        TWELFTH(PURPLE, Stroke.DASHED),
        /** A limit that no curve can exceed. */
        LIMIT(INK, Stroke.HAIR);

        private final int rgb;
        private final Stroke stroke;

        Style(int rgb, Stroke stroke) {
            this.rgb = rgb;
            this.stroke = stroke;
        }

        /**
         * The style of one of many lines that matter alike.
         *
         * @param line 0 to 11
         */
        public static Style ofLine(int line) {
            return values()[line];
        }
    }

    /**
     * One line.
     *
     * @param name what it is
     * @param samples in the order of time
     */
    public record Curve(String name, Style style, List<Sample> samples) {
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

        double lowest() {
            return samples.stream().mapToDouble(Sample::value).min().orElse(0);
        }

        /** Parts without a gap between their samples. */
        private List<Curve> parts() {
            List<Curve> parts = new ArrayList<>();
            int begin = 0;
            for (int i = 1; i <= samples.size(); i++) {
                if (i == samples.size()
                        || samples.get(i).from() - samples.get(i - 1).to() > GAP_SECONDS) {
                    parts.add(new Curve(name, style, samples.subList(begin, i)));
                    begin = i;
                }
            }
            return parts;
        }
    }

    private static final double GAP_SECONDS = 0.5;

    /** A value for a period of time, in seconds since the start of the run. */
    public record Sample(double from, double to, double value) {}

    /** @param shown the time that the picture shows */
    public CurvesOverTime(String title, Scale scale, Window shown, List<Curve> curves) {
        this(title, scale, shown, curves, Optional.empty());
    }

    /**
     * @param shown the time that the picture shows
     * @param steady the part of the run in which throughput kept one level, which is tinted
     */
    public CurvesOverTime(String title, Scale scale, Window shown, List<Curve> curves, Optional<SteadyPart> steady) {
        this.steady = steady;
        this.title = title;
        this.scale = scale;
        this.shown = shown;
        this.curves = List.copyOf(curves);
    }

    @Override
    public int height() {
        return scale.height() + 18 * (curves.size() - 1 + (steady.isPresent() ? 1 : 0));
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public String description() {
        return String.join("; ", curves.stream().map(scale::label).toList()) + ".";
    }

    @Override
    public void paint(Canvas canvas) {
        List<Key> keys = new ArrayList<>();
        curves.forEach(curve -> keys.add(Key.line(scale.label(curve), curve.style().rgb, curve.style().stroke)));
        steady.ifPresent(part ->
                keys.add(Key.note("tinted: steady from second " + part.fromSecond() + " to " + part.toSecond())));
        double top = Chart.paintHead(canvas, title, keys, LEFT) + 18;
        Panel panel = new Panel(
                LEFT,
                top,
                WIDTH - LEFT - RIGHT,
                height() - top - 56,
                Axis.time(shown.from(), shown.to()),
                scale.axis(curves));
        panel.paintFrame(canvas, true);
        steady.ifPresent(part -> {
            double left = panel.x(part.fromSecond());
            canvas.rectangle(left, panel.top(), panel.x(part.toSecond()) - left, panel.height(), INK, 0.06);
        });
        // The first curve is the one that matters most; it is drawn on top.
        for (int i = curves.size() - 1; i >= 0; i--) {
            Curve curve = curves.get(i);
            int each = Math.max(1, (curve.samples().size() + MOST_STEPS - 1) / MOST_STEPS);
            curve.parts().forEach(part -> paint(canvas, panel, part, each));
        }
    }

    private void paint(Canvas canvas, Panel panel, Curve part, int each) {
        List<Sample> samples = part.samples();
        List<Curve> steps = IntStream.iterate(0, first -> first < samples.size(), first -> first + each)
                .mapToObj(first ->
                        new Curve("", part.style(), samples.subList(first, Math.min(samples.size(), first + each))))
                .toList();
        double[] from =
                steps.stream().mapToDouble(step -> step.samples().get(0).from()).toArray();
        double[] to = steps.stream()
                .mapToDouble(
                        step -> step.samples().get(step.samples().size() - 1).to())
                .toArray();
        if (each > 1) {
            double[] highest = steps.stream().mapToDouble(Curve::highest).toArray();
            double[] lowest = steps.stream().mapToDouble(Curve::lowest).toArray();
            new StepCurve(from, to, highest).paintBand(canvas, panel, lowest, part.style().rgb, 0.25);
        }
        double[] heights = steps.stream().mapToDouble(scale::height).toArray();
        new StepCurve(from, to, heights)
                .paint(canvas, panel, 0, heights.length, part.style().rgb, part.style().stroke, 0);
    }
}
