package io.github.swipestorm.client.report.experiment;

import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.LittlePrediction;
import io.github.swipestorm.client.experiment.Trials;
import io.github.swipestorm.client.inference.ConfidenceInterval;
import io.github.swipestorm.client.inference.Spread;
import io.github.swipestorm.client.report.chart.Axis;
import io.github.swipestorm.client.report.chart.Canvas.Stroke;
import io.github.swipestorm.client.report.chart.Chart;
import io.github.swipestorm.client.report.chart.PointChart;
import io.github.swipestorm.client.report.chart.PointChart.Curve;
import io.github.swipestorm.client.report.chart.PointChart.Point;
import io.github.swipestorm.client.report.chart.PointChart.Series;
import io.github.swipestorm.client.report.document.Document;
import io.github.swipestorm.client.report.document.Document.Conclusion;
import io.github.swipestorm.client.report.document.Document.Figure;
import io.github.swipestorm.client.report.document.Document.Heading;
import io.github.swipestorm.client.report.document.Document.Paragraph;
import io.github.swipestorm.client.report.document.Document.Part;
import io.github.swipestorm.client.report.document.Document.Table;
import io.github.swipestorm.client.report.document.Document.Warning;
import io.github.swipestorm.client.text.NumberFormat;
import io.github.swipestorm.client.verdict.LittlesLawCheck;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** The prediction of Little's law from one worker, the throughput of many, and whether the law holds there. */
final class LittlePage {

    private LittlePage() {}

    static Document of(Design design, Trials trials, List<String> notes) {
        int workers = design.variants().get(1).plan().threads();
        Optional<LittlePrediction> little = LittlePrediction.of(workers, trials);
        List<Part> parts = new ArrayList<>();
        little.ifPresent(found -> parts.add(conclusion(found)));
        little.flatMap(LittlePage::broken).ifPresent(parts::add);
        notes.forEach(note -> parts.add(new Warning(note)));
        if (little.isEmpty()) {
            parts.add(new Warning("Nothing can be said yet: it needs a run on one thread and a run on "
                    + NumberFormat.count(workers) + ", both with successful requests."));
        }
        little.ifPresent(found -> {
            parts.add(new Heading("Prediction and measurement"));
            parts.add(table(found));
            parts.add(new Paragraph("The first prediction supposes that a request takes no longer when others are under"
                    + " way. Its interval is where another run on one thread would put it, and contains what each"
                    + " of these runs predicts. The other two are no predictions: they hold the law against the"
                    + " latency that was measured with all threads at work. The first of them counts every thread"
                    + " for the whole time, as the reference study did; the second only for the time from its first"
                    + " request to its last. A request's time includes its retries. Both are worked out in each"
                    + " round, and given is the mean of the rounds; what is left to 100 % is the threads' time"
                    + " outside of requests that were ok."));
            parts.add(new Heading("Chart"));
            parts.add(new Figure(
                    chart(found),
                    "Both axes are logarithmic. As long as requests do not wait for each other, points lie on"
                            + " the line."));
        });
        parts.addAll(RunsTable.of(trials));
        return new Document("Little's law, 1 thread and " + NumberFormat.count(workers), parts);
    }

    private static Chart chart(LittlePrediction little) {
        double one = little.prediction().throughput() / little.workers();
        double measured = little.measured().mean();
        Optional<ConfidenceInterval> interval = little.measured().interval();
        List<Point> points = List.of(
                Point.bare("", 1, one),
                new Point(
                        NumberFormat.decimal(measured, 0),
                        little.workers(),
                        measured,
                        interval.map(ConfidenceInterval::low).orElse(Double.NaN),
                        interval.map(ConfidenceInterval::high).orElse(Double.NaN)));
        double[] heights = {
            one,
            measured,
            little.prediction().throughput(),
            interval.map(ConfidenceInterval::low).orElse(measured),
            interval.map(ConfidenceInterval::high).orElse(measured)
        };
        return new PointChart(
                "Predicted from one thread, and measured",
                NumberFormat.decimal(little.prediction().throughput(), 0) + " requests/s predicted for "
                        + NumberFormat.count(little.workers()) + " threads, " + NumberFormat.decimal(measured, 0)
                        + " measured",
                Axis.measured("threads", List.of(1, little.workers())),
                Axis.logarithmic(
                        "requests/s",
                        DoubleStream.of(heights).min().orElseThrow(),
                        DoubleStream.of(heights).max().orElseThrow()),
                List.of(new Series("measured", Chart.BLUE, points, false)),
                List.of(new Curve(
                        "Little's law, from one thread",
                        Chart.VERMILION,
                        Stroke.DASHED,
                        threads -> threads * one,
                        1,
                        little.workers())),
                Optional.empty(),
                true);
    }

    private static Conclusion conclusion(LittlePrediction little) {
        String threads = NumberFormat.count(little.workers()) + " threads";
        double measured = little.measured().mean();
        double predicted = little.prediction().throughput();
        String share = NumberFormat.percent(little.prediction().ratio(measured)) + " of the "
                + NumberFormat.decimal(predicted, 2) + " that Little's law predicts from one thread.";
        boolean shown = little.differs().orElse(false);
        List<String> evidence = new ArrayList<>();
        if (!shown) {
            evidence.add(
                    "On average over " + NumberFormat.counted(little.measured().count(), "round", "rounds") + " "
                            + threads + " did " + NumberFormat.decimal(measured, 2) + " req/s"
                            + little.measured()
                                    .interval()
                                    .map(of -> ", 95 % interval " + Cells.interval(of, 2))
                                    .orElse("")
                            + ": " + share);
        }
        evidence.add("One thread takes " + NumberFormat.decimal(little.cycleMs(), 3) + " ms a request, "
                + NumberFormat.count(little.workers()) + " take " + NumberFormat.decimal(little.requestMs(), 3)
                + " ms, "
                + NumberFormat.decimal(little.longer(), 1) + " times as long" + waiting(little, shown));
        evidence.add("With the latency measured in each round at " + threads + " the law gives "
                + NumberFormat.decimal(little.corrected(), 2) + " req/s; what was measured is "
                + NumberFormat.percent(little.deviation()) + " off the law on average over the rounds.");
        return new Conclusion(
                shown ? threads + " do " + NumberFormat.decimal(measured, 2) + " req/s: " + share : refused(little),
                evidence);
    }

    private static String refused(LittlePrediction little) {
        String question = "Cannot say whether " + NumberFormat.count(little.workers())
                + " threads do what Little's law predicts: ";
        return little.differs().isEmpty()
                ? question + NumberFormat.counted(little.measured().count(), "round is", "rounds are")
                        + " too few for an interval, it takes " + Spread.FEWEST_FOR_INTERVAL + "."
                : question + "the two intervals overlap.";
    }

    private static String waiting(LittlePrediction little, boolean shown) {
        if (little.longer() < 1.1) {
            return ": they hardly wait for each other.";
        }
        return shown
                ? ": the prediction supposes that they do not wait for each other, and they do."
                : ", in rounds too few or too scattered to say that they wait for each other.";
    }

    /** The tolerance of the check by the law. */
    private static Optional<Warning> broken(LittlePrediction little) {
        return little.deviation() <= LittlesLawCheck.MOST_DEVIATION
                ? Optional.empty()
                : Optional.of(new Warning("Little's law does not hold within "
                        + NumberFormat.percent(LittlesLawCheck.MOST_DEVIATION) + ": |N - X R| / N is "
                        + NumberFormat.percent(little.deviation())
                        + " on average over the rounds. Threads spent that share of their time outside"
                        + " of requests that were ok: in the client itself, or in requests that"
                        + " failed."));
    }

    private static Table table(LittlePrediction little) {
        double measured = little.measured().mean();
        return new Table(
                List.of("", "workers", "ms a request", "req/s", "95 % interval", "measured / this"),
                List.of(
                        List.of(
                                "measured",
                                NumberFormat.count(little.workers()),
                                NumberFormat.decimal(little.requestMs(), 3),
                                NumberFormat.decimal(measured, 2),
                                little.measured()
                                        .interval()
                                        .map(interval -> Cells.interval(interval, 2))
                                        .orElse(NumberFormat.DASH),
                                NumberFormat.DASH),
                        List.of(
                                "predicted from one thread",
                                NumberFormat.count(little.workers()),
                                NumberFormat.decimal(little.cycleMs(), 3),
                                NumberFormat.decimal(little.prediction().throughput(), 2),
                                little.bounds()
                                        .map(interval -> Cells.interval(interval, 2))
                                        .orElse(NumberFormat.DASH),
                                NumberFormat.percent(little.prediction().ratio(measured))),
                        List.of(
                                "law with the latency measured, all workers",
                                NumberFormat.count(little.workers()),
                                NumberFormat.decimal(little.requestMs(), 3),
                                NumberFormat.decimal(little.byLatency(), 2),
                                NumberFormat.DASH,
                                NumberFormat.percent(little.keptByLatency())),
                        List.of(
                                "law with the latency measured, workers at work",
                                NumberFormat.decimal(little.atWork(), 2),
                                NumberFormat.decimal(little.requestMs(), 3),
                                NumberFormat.decimal(little.corrected(), 2),
                                NumberFormat.DASH,
                                NumberFormat.percent(little.kept()))));
    }
}
