package io.github.swipestorm.client.report;

import io.github.swipestorm.client.stats.Figures;
import java.util.Locale;

/** Draws SVG 1.1. The same calls give the same text, byte for byte. */
final class SvgCanvas implements Canvas {
    private final StringBuilder svg = new StringBuilder();

    /** @param description for those who cannot see the picture */
    SvgCanvas(int width, int height, String title, String description) {
        svg.append("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"")
                .append(width)
                .append("\" height=\"")
                .append(height)
                .append("\" viewBox=\"0 0 ")
                .append(width)
                .append(' ')
                .append(height)
                .append("\" role=\"img\" font-family=\"sans-serif\">\n<title>")
                .append(escaped(title))
                .append("</title>\n<desc>")
                .append(escaped(description))
                .append("</desc>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
    }

    /** The whole document; nothing can be drawn afterwards. */
    String finish() {
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
            svg.append("\" fill-opacity=\"").append(Figures.plain(opacity));
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
                .append(escaped(text))
                .append("</text>\n");
    }

    private static String pixel(double pixel) {
        return Figures.plain(Math.rint(pixel * 10) / 10);
    }

    private static String colour(int rgb) {
        return String.format(Locale.ROOT, "#%06x", rgb);
    }

    /** Markup becomes text, and what XML does not allow at all becomes a question mark. */
    static String escaped(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                default -> safe.appendCodePoint(isXml(c) ? c : '?');
            }
        });
        return safe.toString();
    }

    private static boolean isXml(int c) {
        return c >= 0x20 && (c < 0xD800 || c > 0xDFFF) && c != 0xFFFE && c != 0xFFFF;
    }
}
