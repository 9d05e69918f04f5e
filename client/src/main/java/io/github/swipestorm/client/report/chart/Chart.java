package io.github.swipestorm.client.report.chart;

import io.github.swipestorm.client.report.chart.Canvas.Anchor;
import io.github.swipestorm.client.report.chart.Canvas.Stroke;
import io.github.swipestorm.client.text.SafeText;
import java.util.List;
import java.util.Optional;

/** A chart that can be drawn on any {@link Canvas}. */
public interface Chart {
    /** Every chart is as wide as a column of a page. */
    int WIDTH = 800;

    /**
     * Blue, vermilion, orange, bluish green, reddish purple and sky blue of Okabe and Ito's palette, which the colour-blind can distinguish as well.
     */
    int BLUE = 0x0072B2;

    int VERMILION = 0xD55E00;

    int ORANGE = 0xE69F00;

    int GREEN = 0x009E73;

    int PURPLE = 0xCC79A7;

    int SKY_BLUE = 0x56B4E9;

    int INK = 0x222222;

    /** In code points; a longer one would exceed the chart. */
    int LONGEST_TITLE = 70;

    int height();

    String title();

    /** A text alternative for the chart. */
    String description();

    void paint(Canvas canvas);

    /**
     * An entry of the legend: what a line is, or a remark on the drawing.
     *
     * @param line empty for a remark
     */
    record Key(String label, int rgb, Optional<Stroke> line) {
        static Key line(String label, int rgb, Stroke stroke) {
            return new Key(label, rgb, Optional.of(stroke));
        }

        static Key note(String text) {
            return new Key(text, INK, Optional.empty());
        }
    }

    /** Draws the title and below it the legend, entries one after the other and in as many lines as they need. */
    static double paintHead(Canvas canvas, String title, List<Key> keys, double left) {
        canvas.text(left, 24, SafeText.shortened(title, LONGEST_TITLE), Anchor.START, 16, true, INK);
        double x = left;
        double y = 48;
        for (Key key : keys) {
            // No font is known here; 6.6 pixels are more than a letter of a sans-serif font of 12 needs on average.
            double sample = key.line().isPresent() ? 24 : 0;
            double width = sample + 6.6 * key.label().length() + 18;
            if (x > left && x + width > WIDTH) {
                x = left;
                y += 18;
            }
            if (key.line().isPresent()) {
                canvas.line(x, y - 4, x + 18, y - 4, key.rgb(), key.line().get());
            }
            canvas.text(x + sample, y, key.label(), Anchor.START, 12, false, INK);
            x += width;
        }
        return y;
    }
}
