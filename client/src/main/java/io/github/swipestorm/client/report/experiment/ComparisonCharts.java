package io.github.swipestorm.client.report.experiment;

import io.github.swipestorm.client.experiment.Comparison;
import io.github.swipestorm.client.experiment.RunMetric;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.experiment.Trials;
import io.github.swipestorm.client.inference.ConfidenceInterval;
import io.github.swipestorm.client.report.chart.Axis;
import io.github.swipestorm.client.report.chart.Canvas.Stroke;
import io.github.swipestorm.client.report.chart.Chart;
import io.github.swipestorm.client.report.chart.PointChart;
import io.github.swipestorm.client.report.chart.PointChart.Curve;
import io.github.swipestorm.client.report.chart.PointChart.Point;
import io.github.swipestorm.client.report.chart.PointChart.Series;
import io.github.swipestorm.client.report.document.Document;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** The charts of a comparison. */
final class ComparisonCharts {
    private static final int[] COLOURS = {Chart.BLUE, Chart.VERMILION, Chart.GREEN, Chart.ORANGE, Chart.INK};

    private ComparisonCharts() {}

    static List<Document.Figure> of(Comparison comparison, List<String> names, Trials trials) {
        List<Document.Figure> figures = new ArrayList<>();
        figures.add(ratios(comparison));
        figures.add(new Document.Figure(
                rounds(names, trials), "What all have in common, in a round or over all, is the machine."));
        return figures;
    }

    static Document.Figure ratios(Comparison comparison) {
        List<Ratio> ratios = Stream.concat(comparison.others().stream(), comparison.again().stream())
                .map(contender -> new Ratio(
                        contender.name(),
                        contender.throughput().ratio(),
                        contender.throughput().interval()))
                .toList();
        String caption = "An interval that crosses the line at 1 shows no difference.";
        return new Document.Figure(
                chart(
                        "Throughput against " + comparison.first(),
                        "throughput by that of " + comparison.first(),
                        ratios),
                comparison.again().isPresent()
                        ? caption + " The last one is the first thing against itself."
                        : caption);
    }

    /**
     * One value divided by another.
     *
     * @param name of what is compared
     * @param interval of {@code ratio}
     */
    record Ratio(String name, double ratio, Optional<ConfidenceInterval> interval) {}

    /** How several metrics changed. */
    static Document.Figure changes(List<Ratio> ratios) {
        return new Document.Figure(
                chart("Changes against the first", "by the value of the first", ratios),
                "An interval that crosses the line at 1 shows no difference.");
    }

    private static Chart chart(String title, String series, List<Ratio> all) {
        List<Point> points = new ArrayList<>();
        for (Ratio ratio : all) {
            points.add(new Point(
                    "",
                    points.size() + 1.0,
                    ratio.ratio(),
                    ratio.interval().map(ConfidenceInterval::low).orElse(Double.NaN),
                    ratio.interval().map(ConfidenceInterval::high).orElse(Double.NaN)));
        }
        double[] ends = points.stream()
                .flatMapToDouble(point -> DoubleStream.of(point.y(), point.low(), point.high()))
                .filter(Double::isFinite)
                .toArray();
        double low = Math.min(0.98, DoubleStream.of(ends).min().orElse(1) * 0.99);
        double high = Math.max(1.02, DoubleStream.of(ends).max().orElse(1) * 1.01);
        List<String> names = all.stream().map(Ratio::name).toList();
        return new PointChart(
                title,
                String.join(
                        "; ",
                        all.stream()
                                .map(ratio -> ratio.name() + " " + NumberFormat.decimal(ratio.ratio(), 3) + " times")
                                .toList()),
                Axis.categories(names),
                Axis.between("ratio", low, high),
                List.of(new Series(series, Chart.BLUE, points, false)),
                List.of(new Curve("no difference", Chart.INK, Stroke.DASHED, x -> 1, 0.5, names.size() + 0.5)),
                Optional.empty(),
                false);
    }

    /** The throughput of each variant in each round. */
    static Chart rounds(List<String> names, Trials trials) {
        List<Series> series = new ArrayList<>();
        for (String name : names) {
            List<Point> points = trials.byRound(name).values().stream()
                    .sorted((a, b) -> Integer.compare(a.round(), b.round()))
                    .map(trial -> Point.bare(
                            "", trial.round(), trial.get(RunMetric.THROUGHPUT).orElse(0)))
                    .toList();
            series.add(new Series(name, COLOURS[series.size() % COLOURS.length], points, true));
        }
        double most = DoubleStream.of(trials.values(RunMetric.THROUGHPUT)).max().orElse(1);
        List<Integer> rounds =
                trials.all().stream().map(Trial::round).distinct().sorted().toList();
        return new PointChart(
                "Throughput in each round",
                NumberFormat.counted(names.size(), "thing", "things") + " in "
                        + NumberFormat.counted(rounds.size(), "round", "rounds"),
                Axis.linear("round", rounds.isEmpty() ? 1 : rounds.get(rounds.size() - 1), 1),
                Axis.linear("requests/s", Math.max(1, most), 1),
                series,
                List.of(),
                Optional.empty(),
                false);
    }
}
