package io.github.swipestorm.client.report.chart;

import io.github.swipestorm.client.text.NumberFormat;
import io.github.swipestorm.client.text.SafeText;
import java.util.Locale;

/** Draws SVG 1.1. The same calls give the same text, byte for byte. */
public final class SvgCanvas implements Canvas {
    private final StringBuilder svg = new StringBuilder();

    /** @param description for those who cannot see the picture */
    public SvgCanvas(int width, int height, String title, String description) {
        this(width, height, title, description, "");
    }

    private SvgCanvas(int width, int height, String title, String description, String id) {
        boolean inline = !id.isEmpty();
        svg.append(
                        inline
                                ? "<svg aria-labelledby=\"" + id + "-title " + id + "-desc\""
                                : "<svg xmlns=\"http://www.w3.org/2000/svg\"")
                .append(" width=\"")
                .append(width)
                .append("\" height=\"")
                .append(height)
                .append("\" viewBox=\"0 0 ")
                .append(width)
                .append(' ')
                .append(height)
                .append("\" role=\"img\" font-family=\"sans-serif\">\n<title")
                .append(inline ? " id=\"" + id + "-title\">" : ">")
                .append(SafeText.markup(title))
                .append("</title>\n<desc")
                .append(inline ? " id=\"" + id + "-desc\">" : ">")
                .append(SafeText.markup(description))
                .append("</desc>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
    }

    /**
     * Draws a chart as an element of an HTML page.
     *
     * @param id with which no other id of the page begins
     */
    public static String inline(Chart chart, String id) {
        SvgCanvas canvas = new SvgCanvas(Chart.WIDTH, chart.height(), chart.title(), chart.description(), id);
        chart.paint(canvas);
        return canvas.finish();
    }

    /** The whole document; nothing can be drawn afterwards. */
    public String finish() {
        return svg.append("</svg>\n").toString();
    }

    @Override
    public void line(double[] xs, double[] ys, int rgb, Stroke stroke) {
        svg.append("<polyline fill=\"none\" stroke=\"").append(colour(rgb)).append("\" stroke-width=\"");
        switch (stroke) {
            case HAIR -> svg.append('1');
            case SOLID -> svg.append("1.5\" stroke-linejoin=\"round");
            case DASHED -> svg.append("1.5\" stroke-linejoin=\"round\" stroke-dasharray=\"5 3");
        }
        points(xs, ys);
    }

    @Override
    public void area(double[] xs, double[] ys, int rgb, double opacity) {
        svg.append("<polygon fill=\"").append(colour(rgb));
        if (opacity < 1) {
            svg.append("\" fill-opacity=\"").append(NumberFormat.plain(opacity));
        }
        points(xs, ys);
    }

    private void points(double[] xs, double[] ys) {
        svg.append("\" points=\"");
        for (int i = 0; i < xs.length; i++) {
            svg.append(i == 0 ? "" : " ").append(pixel(xs[i])).append(',').append(pixel(ys[i]));
        }
        svg.append("\"/>\n");
    }

    /** One element for all, which is a fifth of the text that polygons would be. */
    @Override
    public void cells(double[] lefts, double[] tops, double[] rights, double[] bottoms, int rgb, double opacity) {
        if (lefts.length == 0) {
            return;
        }
        svg.append("<path fill=\"").append(colour(rgb));
        if (opacity < 1) {
            svg.append("\" fill-opacity=\"").append(NumberFormat.plain(opacity));
        }
        // Edges that are blurred would show as a net between cells of one colour.
        svg.append("\" shape-rendering=\"crispEdges\" d=\"");
        for (int i = 0; i < lefts.length; i++) {
            svg.append('M').append(pixel(lefts[i])).append(' ').append(pixel(tops[i]));
            svg.append('H').append(pixel(rights[i])).append('V').append(pixel(bottoms[i]));
            svg.append('H').append(pixel(lefts[i])).append('z');
        }
        svg.append("\"/>\n");
    }

    @Override
    public void dot(double x, double y, double radius, int rgb) {
        svg.append("<circle cx=\"")
                .append(pixel(x))
                .append("\" cy=\"")
                .append(pixel(y))
                .append("\" r=\"")
                .append(pixel(radius))
                .append("\" fill=\"")
                .append(colour(rgb))
                .append("\"/>\n");
    }

    @Override
    public void text(double x, double y, String text, Anchor anchor, double size, boolean bold, int rgb) {
        svg.append("<text x=\"").append(pixel(x)).append("\" y=\"").append(pixel(y));
        if (anchor != Anchor.START) {
            svg.append("\" text-anchor=\"").append(anchor.name().toLowerCase(Locale.ROOT));
        }
        if (bold) {
            svg.append("\" font-weight=\"bold");
        }
        rest(text, size, rgb);
    }

    @Override
    public void textUpwards(double x, double y, String text, double size, int rgb) {
        svg.append("<text transform=\"translate(")
                .append(pixel(x))
                .append(' ')
                .append(pixel(y))
                .append(") rotate(-90)\" text-anchor=\"middle");
        rest(text, size, rgb);
    }

    private void rest(String text, double size, int rgb) {
        svg.append("\" font-size=\"")
                .append(pixel(size))
                .append("\" fill=\"")
                .append(colour(rgb))
                .append("\">")
                .append(SafeText.markup(text))
                .append("</text>\n");
    }

    private static String pixel(double pixel) {
        return NumberFormat.plain(Math.rint(pixel * 10) / 10);
    }

    private static String colour(int rgb) {
        // The leading 1 keeps the zeros.
        return "#" + Integer.toHexString(0x1000000 | rgb & 0xFFFFFF).substring(1);
    }
}
