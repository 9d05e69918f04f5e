package io.github.swipestorm.client.report.chart;

import java.util.Arrays;

/** Heights that hold for a stretch of time each, drawn as stairs: nothing is pretended about the time in between. */
final class StepCurve {
    private final double[] from;
    private final double[] to;
    private final double[] height;

    /** The three are of one length: stretch i goes from {@code from[i]} to {@code to[i]}. */
    StepCurve(double[] from, double[] to, double[] height) {
        this.from = from;
        this.to = to;
        this.height = height;
    }

    /** Draws the stairs from stretch {@code first} up to before {@code end}, and tints what is below them. */
    void paint(Canvas canvas, Panel panel, int first, int end, int rgb, Canvas.Stroke stroke, double opacity) {
        if (first >= end) {
            return;
        }
        double[] xs = new double[2 * (end - first)];
        double[] ys = new double[xs.length];
        for (int i = first; i < end; i++) {
            int at = 2 * (i - first);
            xs[at] = panel.x(from[i]);
            xs[at + 1] = panel.x(to[i]);
            ys[at] = panel.y(height[i]);
            ys[at + 1] = ys[at];
        }
        // However short the last stretch is, it is to be seen.
        xs[xs.length - 1] = Math.max(xs[xs.length - 1], xs[xs.length - 2] + 2);
        if (opacity > 0) {
            double[] areaXs = Arrays.copyOf(xs, xs.length + 2);
            double[] areaYs = Arrays.copyOf(ys, ys.length + 2);
            areaXs[xs.length] = xs[xs.length - 1];
            areaXs[xs.length + 1] = xs[0];
            areaYs[ys.length] = panel.bottom();
            areaYs[ys.length + 1] = panel.bottom();
            canvas.area(areaXs, areaYs, rgb, opacity);
        }
        canvas.line(xs, ys, rgb, stroke);
    }

    /** Tints what lies between these stairs and {@code lower}, which are of the same stretches. */
    void paintBand(Canvas canvas, Panel panel, double[] lower, int rgb, double opacity) {
        int corners = 2 * height.length;
        double[] xs = new double[2 * corners];
        double[] ys = new double[2 * corners];
        for (int corner = 0; corner < corners; corner++) {
            int stretch = corner / 2;
            xs[corner] = panel.x(corner % 2 == 0 ? from[stretch] : to[stretch]);
            ys[corner] = panel.y(height[stretch]);
            xs[2 * corners - 1 - corner] = xs[corner];
            ys[2 * corners - 1 - corner] = panel.y(lower[stretch]);
        }
        canvas.area(xs, ys, rgb, opacity);
    }
}
