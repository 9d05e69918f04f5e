package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.report.chart.Canvas;
import io.github.swipestorm.client.report.chart.Canvas.Anchor;
import io.github.swipestorm.client.report.chart.Canvas.Stroke;
import io.github.swipestorm.client.report.chart.Chart;
import io.github.swipestorm.client.report.document.Document;
import io.github.swipestorm.client.report.document.Document.Command;
import io.github.swipestorm.client.report.document.Document.Conclusion;
import io.github.swipestorm.client.report.document.Document.Figure;
import io.github.swipestorm.client.report.document.Document.Heading;
import io.github.swipestorm.client.report.document.Document.Paragraph;
import io.github.swipestorm.client.report.document.Document.Table;
import io.github.swipestorm.client.report.document.Document.Warning;
import java.util.List;

/** Documents for tests. */
public final class SampleDocument {
    /** Each of these would do something if it were taken for more than text. */
    public static final String HOSTILE =
            "<script>alert(1)</script> \"'>&amp; | ]]> \u0000\u001b[2J \u202egnp.exe\u2066 --> ${x} @x@";

    private SampleDocument() {}

    /** Every part there is. */
    public static Document withEveryPart() {
        return new Document(
                "Sweep over threads",
                List.of(
                        new Conclusion(
                                "More than 200 threads do not help.",
                                List.of("knee at 190 [160, 210]", "throughput 23,706 requests/s")),
                        new Warning("3 of 10 runs failed."),
                        new Heading("Results"),
                        new Table(
                                List.of("threads", "requests/s", "verdict"),
                                List.of(
                                        List.of("50", "18,200.5", "concurrency-bound"),
                                        List.of("200", "-", "server-bound"))),
                        new Table(
                                "Fits",
                                List.of("", "value", "unit"),
                                List.of(List.of("sigma", "0.02 [0.01, 0.03]", "1"))),
                        new Heading("Throughput"),
                        new Paragraph("Each point is the mean of five runs."),
                        new Figure(new TwoBars("Throughput by threads"), "The right bar is twice the left one."),
                        new Heading("Latency"),
                        new Figure(new TwoBars("Latency by threads"), ""),
                        new Heading("How to repeat it"),
                        new Command("swipestorm sweep --threads 50,200")));
    }

    /** The same text in every place that takes one. */
    public static Document saying(String text) {
        return new Document(
                text,
                List.of(
                        new Conclusion(text, List.of(text)),
                        new Warning(text),
                        new Heading(text),
                        new Paragraph(text),
                        new Table(text, List.of(text, text), List.of(List.of(text, text))),
                        new Figure(new TwoBars(text), text),
                        new Heading(text),
                        new Heading(text),
                        new Heading(text),
                        new Command(text)));
    }

    /** A chart of which every coordinate is known: two bars of 100 and 200 pixels. */
    record TwoBars(String title) implements Chart {
        @Override
        public int height() {
            return 300;
        }

        @Override
        public String description() {
            return "Two bars of " + title;
        }

        @Override
        public void paint(Canvas canvas) {
            canvas.rectangle(100, 150, 50, 100, BLUE, 1);
            canvas.rectangle(200, 50, 50, 200, VERMILION, 0.5);
            canvas.line(80, 250, 300, 250, INK, Stroke.SOLID);
            canvas.text(80, 30, title, Anchor.START, 16, true, INK);
        }
    }
}
