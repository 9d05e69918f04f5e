package io.github.swipestorm.client.report.chart;

import io.github.swipestorm.client.measure.LatencyDistribution;
import io.github.swipestorm.client.report.chart.Canvas.Anchor;
import io.github.swipestorm.client.report.chart.Canvas.Stroke;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Latency over percentile, with as much space for the slowest thousandth as for the slowest tenth. A curve ends with a
 * dot at its largest value: 100 values contain no 99.9th percentile. The axis ends at the nine after the last dot.
 */
public final class LatencyChart implements Chart {
    private static final double LEFT = 84;
    private static final double RIGHT = 30;
    private static final int[] COLOURS = {BLUE, VERMILION, GREEN, ORANGE};
    private static final double POINTS_EACH_NINE = 50;
    private static final int FEWEST_NINES = 2;
    /** There are no labels that fit beyond this; larger values are drawn at the edge. */
    private static final int MOST_NINES = 7;
    /** Where the slowest values are this many times the median, a linear scale would flatten the median. */
    private static final double WIDE = 50;

    private final String title;
    private final List<LatencyCurve> curves;
    private final List<Integer> colours;
    private final boolean logarithmic;

    /** A chart whose scale is logarithmic where the latencies lie far apart. */
    public LatencyChart(String title, List<LatencyCurve> curves) {
        this(title, curves, false);
    }

    /** @param logarithmic whether the scale is in any case */
    public LatencyChart(String title, List<LatencyCurve> curves, boolean logarithmic) {
        this.title = title;
        this.logarithmic = logarithmic;
        // A curve keeps its colour from run to run, whether those before it have values or not.
        List<Integer> withValues = IntStream.range(0, Math.min(COLOURS.length, curves.size()))
                .filter(i -> curves.get(i).latencies().count() > 0)
                .boxed()
                .toList();
        this.curves = withValues.stream().map(curves::get).toList();
        this.colours = withValues.stream().map(i -> COLOURS[i]).toList();
    }

    @Override
    public int height() {
        return 400 + 18 * Math.max(0, curves.size() - 1);
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public String description() {
        return curves.isEmpty()
                ? "No latencies."
                : String.join("; ", curves.stream().map(LatencyChart::label).toList()) + ".";
    }

    private static String label(LatencyCurve curve) {
        LatencyDistribution latencies = curve.latencies();
        return curve.name() + ": p50 " + ms(latencies.percentileUs(50)) + ", p99 " + ms(latencies.percentileUs(99))
                + ", max " + ms(latencies.percentileUs(100)) + " ms, " + NumberFormat.count(latencies.count())
                + (latencies.count() == 1 ? " value" : " values");
    }

    private static String ms(double microseconds) {
        return NumberFormat.milliseconds(microseconds);
    }

    @Override
    public void paint(Canvas canvas) {
        List<Key> keys = new ArrayList<>();
        for (int i = 0; i < curves.size(); i++) {
            keys.add(Key.line(label(curves.get(i)), colours.get(i), strokeOf(i)));
        }
        double top = Chart.paintHead(canvas, title, keys, LEFT) + 18;
        int nines = curves.stream()
                .mapToInt(curve -> (int) Math.ceil(lastNine(curve.latencies()) - 1e-9))
                .reduce(FEWEST_NINES, Math::max);
        Panel panel =
                new Panel(LEFT, top, WIDTH - LEFT - RIGHT, height() - top - 56, Axis.percentiles(nines), latencyAxis());
        panel.paintFrame(canvas, true);
        // The first curve is the one that matters most; it is drawn on top.
        for (int i = curves.size() - 1; i >= 0; i--) {
            paint(canvas, panel, curves.get(i).latencies(), colours.get(i), strokeOf(i));
        }
        if (curves.isEmpty()) {
            canvas.text(
                    LEFT + panel.width() / 2, top + panel.height() / 2, "no latencies", Anchor.MIDDLE, 14, false, INK);
        }
    }

    private static Stroke strokeOf(int curve) {
        return curve == 0 ? Stroke.SOLID : Stroke.DASHED;
    }

    private Axis latencyAxis() {
        double most = 0;
        double least = Double.POSITIVE_INFINITY;
        double median = Double.POSITIVE_INFINITY;
        for (LatencyCurve curve : curves) {
            most = Math.max(most, curve.latencies().percentileUs(100) / 1e3);
            least = Math.min(least, curve.latencies().percentileUs(0) / 1e3);
            median = Math.min(median, curve.latencies().percentileUs(50) / 1e3);
        }
        boolean wide = logarithmic || most > WIDE * Math.max(0.001, median);
        if (wide && !curves.isEmpty()) {
            return Axis.logarithmic("latency (ms, logarithmic)", Math.max(0.001, least), most);
        }
        return Axis.linear("latency (ms)", most > 0 ? most : 1, 0.001);
    }

    /** The largest of n values stands for the upper half of the last n-th (Hazen 1914). */
    private static double lastNine(LatencyDistribution latencies) {
        return Math.min(MOST_NINES, Math.log10(2.0 * latencies.count()));
    }

    private static void paint(Canvas canvas, Panel panel, LatencyDistribution latencies, int rgb, Stroke stroke) {
        double last = lastNine(latencies);
        int points = (int) Math.ceil(last * POINTS_EACH_NINE) + 1;
        double[] xs = new double[points];
        double[] ys = new double[points];
        for (int i = 0; i < points; i++) {
            double percentile = 100 * (1 - Math.pow(10, -Math.min(last, i / POINTS_EACH_NINE)));
            xs[i] = panel.x(percentile);
            ys[i] = panel.y(latencies.percentileUs(percentile) / 1e3);
        }
        ys[points - 1] = panel.y(latencies.percentileUs(100) / 1e3);
        canvas.line(xs, ys, rgb, stroke);
        canvas.dot(xs[points - 1], ys[points - 1], 2.5, rgb);
    }
}
