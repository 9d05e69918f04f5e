package io.github.swipestorm.client.report.chart;

/**
 * A white canvas for a chart; x grows to the right and y downwards from the upper left corner, in pixels. One
 * implementation produces SVG text, which needs neither fonts nor AWT and is the same on every machine, and another one
 * PNG.
 */
public interface Canvas {
    /** The anchor of a text: its beginning, middle or end. */
    enum Anchor {
        START,
        MIDDLE,
        END
    }

    /** How a line is drawn. */
    enum Stroke {
        HAIR,
        SOLID,
        DASHED
    }

    /** A line through all points. */
    void line(double[] xs, double[] ys, int rgb, Stroke stroke);

    /** The area that the points enclose, filled with a colour of some opacity, 0 to 1. */
    void area(double[] xs, double[] ys, int rgb, double opacity);

    /** A disc. */
    void dot(double x, double y, double radius, int rgb);

    /** A line of text on the base line {@code y}. */
    void text(double x, double y, String text, Anchor anchor, double size, boolean bold, int rgb);

    /** A line of text that runs upwards, with its middle at the point. */
    void textUpwards(double x, double y, String text, double size, int rgb);

    /** Filled rectangles of one colour that do not overlap, such as the cells of a heat map; four lists of one length. */
    default void cells(double[] lefts, double[] tops, double[] rights, double[] bottoms, int rgb, double opacity) {
        for (int i = 0; i < lefts.length; i++) {
            rectangle(lefts[i], tops[i], rights[i] - lefts[i], bottoms[i] - tops[i], rgb, opacity);
        }
    }

    /** A line between two points. */
    default void line(double x1, double y1, double x2, double y2, int rgb, Stroke stroke) {
        line(new double[] {x1, x2}, new double[] {y1, y2}, rgb, stroke);
    }

    /** A filled rectangle. */
    default void rectangle(double x, double y, double width, double height, int rgb, double opacity) {
        area(new double[] {x, x + width, x + width, x}, new double[] {y, y, y + height, y + height}, rgb, opacity);
    }
}
