package io.github.swipestorm.client.report.chart;

import io.github.swipestorm.client.measure.LatencyDistribution;
import io.github.swipestorm.client.report.chart.Canvas.Anchor;
import io.github.swipestorm.client.report.chart.Canvas.Stroke;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;

/**
 * How many latencies lay where: bars that are all of the same width on a logarithmic scale, so that their heights can be
 * compared, and lines where the percentiles lie that reports speak of.
 */
public final class HistogramChart implements Chart {
    private static final double LEFT = 84;
    private static final double RIGHT = 30;
    private static final int BARS_EACH_TENFOLD = 24;
    private static final double LABEL_WIDTH = 120;
    private static final List<String> PERCENTILES = List.of("50", "99", "99.9");

    private final String title;
    private final LatencyCurve curve;
    private final List<Bar> bars;

    /** The values from one latency up to before another one. */
    record Bar(double fromMs, double toMs, long count) {}

    public HistogramChart(String title, LatencyCurve curve) {
        this.title = title;
        this.curve = curve;
        this.bars = curve.latencies().count() == 0 ? List.of() : bars(curve.latencies());
    }

    /** Edges are whole microseconds, as the values are; where the scale is finer than that, a bar is one of them wide. */
    private static List<Bar> bars(LatencyDistribution latencies) {
        List<Bar> bars = new ArrayList<>();
        double leastUs = Math.max(1, latencies.percentileUs(0));
        double mostUs = Math.max(1, latencies.percentileUs(100));
        long edge = (long) Math.floor(Math.log10(leastUs) * BARS_EACH_TENFOLD);
        long fromUs = edgeUs(edge);
        long before = 0;
        while (fromUs <= mostUs) {
            long toUs = edgeUs(++edge);
            if (toUs > fromUs) {
                long atMost = latencies.countAtMost(toUs - 1);
                bars.add(new Bar(fromUs / 1e3, toUs / 1e3, atMost - before));
                before = atMost;
                fromUs = toUs;
            }
        }
        return bars;
    }

    /** From the fastest to the slowest value, one after the other. */
    List<Bar> bars() {
        return bars;
    }

    private static long edgeUs(long edge) {
        return Math.round(Math.pow(10, (double) edge / BARS_EACH_TENFOLD));
    }

    @Override
    public int height() {
        return 340;
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public String description() {
        if (bars.isEmpty()) {
            return "No latencies.";
        }
        Bar highest =
                bars.stream().max((a, b) -> Long.compare(a.count(), b.count())).orElseThrow();
        return "Most values, " + NumberFormat.count(highest.count()) + " of "
                + NumberFormat.count(curve.latencies().count()) + ", lie between "
                + NumberFormat.plain(highest.fromMs())
                + " and "
                + NumberFormat.plain(highest.toMs()) + " ms.";
    }

    @Override
    public void paint(Canvas canvas) {
        List<Key> keys = bars.isEmpty()
                ? List.of()
                : List.of(Key.note(curve.name() + ", "
                        + NumberFormat.count(curve.latencies().count())
                        + " values; " + BARS_EACH_TENFOLD + " bars for each tenfold"));
        double top = Chart.paintHead(canvas, title, keys, LEFT) + 18;
        double height = height() - top - 56;
        if (bars.isEmpty()) {
            Panel empty =
                    new Panel(LEFT, top, WIDTH - LEFT - RIGHT, height, latencyAxis(1, 10), Axis.linear("values", 1, 1));
            empty.paintFrame(canvas, true);
            canvas.text(LEFT + empty.width() / 2, top + height / 2, "no latencies", Anchor.MIDDLE, 14, false, INK);
            return;
        }
        long most = bars.stream().mapToLong(Bar::count).max().orElseThrow();
        Panel panel = new Panel(
                LEFT,
                top,
                WIDTH - LEFT - RIGHT,
                height,
                latencyAxis(bars.get(0).fromMs(), bars.get(bars.size() - 1).toMs()),
                Axis.linear("values", most, 1));
        panel.paintFrame(canvas, true);
        for (Bar bar : bars) {
            paint(canvas, panel, bar);
        }
        for (int i = 0; i < PERCENTILES.size(); i++) {
            paintPercentile(canvas, panel, i);
        }
    }

    private static Axis latencyAxis(double least, double most) {
        return Axis.logarithmic("latency (ms, logarithmic)", least, most);
    }

    private static void paint(Canvas canvas, Panel panel, Bar bar) {
        if (bar.count() > 0) {
            double left = panel.x(bar.fromMs());
            double right = panel.x(bar.toMs());
            // Even a single value must be visible.
            double top = Math.min(panel.bottom() - 1, panel.y(bar.count()));
            canvas.rectangle(left, top, Math.max(0.5, right - left - 0.5), panel.bottom() - top, BLUE, 0.75);
        }
    }

    /**
     * Each label on its own line, as percentiles may be close together, and on the side where it does not cross the
     * next line or the edge.
     */
    private void paintPercentile(Canvas canvas, Panel panel, int which) {
        double valueUs = percentileUs(which);
        double x = panel.x(valueUs / 1e3);
        double y = panel.top() + 14 + 16 * which;
        canvas.line(x, panel.top(), x, panel.bottom(), VERMILION, Stroke.DASHED);
        double end =
                which + 1 < PERCENTILES.size() ? panel.x(percentileUs(which + 1) / 1e3) : panel.left() + panel.width();
        boolean crowded = end - x < LABEL_WIDTH && x - panel.left() > LABEL_WIDTH;
        canvas.text(
                crowded ? x - 4 : x + 4,
                y,
                "p" + PERCENTILES.get(which) + " " + NumberFormat.milliseconds(valueUs) + " ms",
                crowded ? Anchor.END : Anchor.START,
                12,
                false,
                INK);
    }

    private double percentileUs(int which) {
        return curve.latencies().percentileUs(Double.parseDouble(PERCENTILES.get(which)));
    }
}
