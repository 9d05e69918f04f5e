package io.github.swipestorm.client.report.chart;

import io.github.swipestorm.client.report.chart.Canvas.Anchor;
import io.github.swipestorm.client.report.chart.Canvas.Stroke;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * Measured points with their intervals, curves that are to explain them, and places on the horizontal axis that matter.
 *
 * @param title of the picture
 * @param description what is to be seen
 * @param across the horizontal axis
 * @param up the vertical axis
 * @param series the points
 * @param curves drawn where they are defined, as far as their ends
 * @param place a stretch of the horizontal axis that is marked
 * @param names whether each point is named where it stands
 */
public record PointChart(
        String title,
        String description,
        Axis across,
        Axis up,
        List<Series> series,
        List<Curve> curves,
        Optional<Place> place,
        boolean names)
        implements Chart {

    private static final double LEFT = 84;
    private static final double RIGHT = 30;
    private static final double CAP = 5;
    private static final int STEPS = 200;
    private static final int SHADE = 0x888888;

    /**
     * A measured point.
     *
     * @param name what it is called; may be empty
     * @param low lower end of its interval; NaN when it has none
     * @param high upper end of its interval; NaN when it has none
     */
    public record Point(String name, double x, double y, double low, double high) {

        public static Point bare(String name, double x, double y) {
            return new Point(name, x, y, Double.NaN, Double.NaN);
        }

        boolean hasInterval() {
            return !Double.isNaN(low) && !Double.isNaN(high);
        }
    }

    /** Points of one kind; joined ones have a line between neighbours. */
    public record Series(String name, int rgb, List<Point> points, boolean joined) {}

    /** A function from one end to the other. */
    public record Curve(String name, int rgb, Stroke stroke, DoubleUnaryOperator function, double from, double to) {}

    /** A value on the horizontal axis, with the interval that it lies in. */
    public record Place(String name, double at, double low, double high) {}

    public PointChart {
        series = List.copyOf(series);
        curves = List.copyOf(curves);
    }

    @Override
    public int height() {
        return 420;
    }

    @Override
    public void paint(Canvas canvas) {
        double top = Chart.paintHead(canvas, title, keys(), LEFT) + 18;
        Panel panel = new Panel(LEFT, top, WIDTH - LEFT - RIGHT, height() - top - 56, across, up);
        place.ifPresent(where -> paint(canvas, panel, where));
        panel.paintFrame(canvas, true);
        curves.forEach(curve -> paint(canvas, panel, curve));
        series.forEach(points -> paint(canvas, panel, points));
    }

    private List<Key> keys() {
        List<Key> keys = new ArrayList<>();
        series.forEach(points -> keys.add(Key.line(points.name(), points.rgb(), Stroke.SOLID)));
        curves.forEach(curve -> keys.add(Key.line(curve.name(), curve.rgb(), curve.stroke())));
        place.ifPresent(where -> keys.add(Key.line(where.name(), SHADE, Stroke.DASHED)));
        if (series.stream().flatMap(points -> points.points().stream()).anyMatch(Point::hasInterval)) {
            keys.add(Key.note("bars: 95 % intervals"));
        }
        return keys;
    }

    private static void paint(Canvas canvas, Panel panel, Place where) {
        double left = panel.x(where.low());
        double right = Math.max(left + 1, panel.x(where.high()));
        canvas.rectangle(left, panel.top(), right - left, panel.height(), SHADE, 0.18);
        canvas.line(panel.x(where.at()), panel.top(), panel.x(where.at()), panel.bottom(), SHADE, Stroke.DASHED);
    }

    private static void paint(Canvas canvas, Panel panel, Curve curve) {
        double[] xs = new double[STEPS + 1];
        double[] ys = new double[STEPS + 1];
        for (int i = 0; i <= STEPS; i++) {
            // Evenly on a logarithmic scale, on which a law of scaling bends evenly; on a straight one that is dense
            // enough.
            double x = curve.from() * Math.pow(curve.to() / curve.from(), (double) i / STEPS);
            xs[i] = panel.x(x);
            ys[i] = panel.y(curve.function().applyAsDouble(x));
        }
        canvas.line(xs, ys, curve.rgb(), curve.stroke());
    }

    private void paint(Canvas canvas, Panel panel, Series points) {
        double[] xs = points.points().stream().mapToDouble(p -> panel.x(p.x())).toArray();
        double[] ys = points.points().stream().mapToDouble(p -> panel.y(p.y())).toArray();
        if (points.joined() && xs.length > 1) {
            canvas.line(xs, ys, points.rgb(), Stroke.HAIR);
        }
        for (int i = 0; i < xs.length; i++) {
            Point point = points.points().get(i);
            if (point.hasInterval()) {
                double low = panel.y(point.low());
                double high = panel.y(point.high());
                canvas.line(xs[i], low, xs[i], high, points.rgb(), Stroke.SOLID);
                canvas.line(xs[i] - CAP, low, xs[i] + CAP, low, points.rgb(), Stroke.SOLID);
                canvas.line(xs[i] - CAP, high, xs[i] + CAP, high, points.rgb(), Stroke.SOLID);
            }
            canvas.dot(xs[i], ys[i], 4, points.rgb());
            if (names && !point.name().isEmpty()) {
                boolean nearRight = xs[i] > panel.left() + panel.width() * 0.75;
                canvas.text(
                        xs[i] + (nearRight ? -8 : 8),
                        ys[i] - 6,
                        point.name(),
                        nearRight ? Anchor.END : Anchor.START,
                        11,
                        false,
                        INK);
            }
        }
    }
}
