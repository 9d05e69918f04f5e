package io.github.swipestorm.client.report.chart;

import io.github.swipestorm.client.report.chart.Canvas.Anchor;
import io.github.swipestorm.client.report.chart.Canvas.Stroke;

/**
 * The rectangle of a chart that is spanned by two axes.
 *
 * @param left edge in pixels
 * @param top edge in pixels
 * @param width in pixels
 * @param height in pixels
 * @param across the horizontal axis
 * @param up the vertical axis
 */
record Panel(double left, double top, double width, double height, Axis across, Axis up) {
    private static final int TEXT = 0x333333;
    private static final int GRID = 0xE4E4E4;
    private static final int FRAME = 0x888888;
    private static final double SIZE = 12;

    double x(double value) {
        return left + width * Math.min(1, Math.max(0, across.position().applyAsDouble(value)));
    }

    double y(double value) {
        return top + height * (1 - Math.min(1, Math.max(0, up.position().applyAsDouble(value))));
    }

    double bottom() {
        return top + height;
    }

    /** Draws grid, marks and titles; what the panel is about comes on top of it. */
    void paintFrame(Canvas canvas, boolean withHorizontalLabels) {
        for (Axis.Tick tick : up.ticks()) {
            double y = y(tick.value());
            canvas.line(left, y, left + width, y, GRID, Stroke.HAIR);
            canvas.text(left - 8, y + SIZE / 3, tick.label(), Anchor.END, SIZE, false, TEXT);
        }
        for (Axis.Tick tick : across.ticks()) {
            double x = x(tick.value());
            canvas.line(x, top, x, bottom(), GRID, Stroke.HAIR);
            if (withHorizontalLabels) {
                canvas.line(x, bottom(), x, bottom() + 4, FRAME, Stroke.HAIR);
                canvas.text(x, bottom() + 18, tick.label(), Anchor.MIDDLE, SIZE, false, TEXT);
            }
        }
        canvas.line(left, bottom(), left + width, bottom(), FRAME, Stroke.HAIR);
        canvas.line(left, top, left, bottom(), FRAME, Stroke.HAIR);
        canvas.textUpwards(left - 66, top + height / 2, up.title(), SIZE, TEXT);
        if (withHorizontalLabels) {
            canvas.text(left + width / 2, bottom() + 38, across.title(), Anchor.MIDDLE, SIZE, false, TEXT);
        }
    }
}
