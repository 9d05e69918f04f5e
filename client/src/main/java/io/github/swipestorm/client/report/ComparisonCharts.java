package io.github.swipestorm.client.report;

import io.github.swipestorm.client.experiment.Comparison;
import io.github.swipestorm.client.experiment.Comparison.Contender;
import io.github.swipestorm.client.experiment.Quantity;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.experiment.Trials;
import io.github.swipestorm.client.report.Canvas.Stroke;
import io.github.swipestorm.client.report.PointChart.Curve;
import io.github.swipestorm.client.report.PointChart.Point;
import io.github.swipestorm.client.report.PointChart.Series;
import io.github.swipestorm.client.stats.Figures;
import io.github.swipestorm.client.stats.PairedComparison;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/** The pictures of a comparison. */
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
        String caption = "An interval that crosses the line at 1 shows no difference.";
        return new Document.Figure(
                ratioChart(comparison),
                comparison.again().isPresent()
                        ? caption + " The last one is the first thing against itself."
                        : caption);
    }

    private static Chart ratioChart(Comparison comparison) {
        List<Contender> all = Stream.concat(comparison.others().stream(), comparison.again().stream())
                .toList();
        List<Point> points = new ArrayList<>();
        for (Contender contender : all) {
            PairedComparison ratio = contender.throughput();
            points.add(new Point(
                    "",
                    points.size() + 1.0,
                    ratio.ratio(),
                    ratio.interval().map(interval -> interval.low()).orElse(Double.NaN),
                    ratio.interval().map(interval -> interval.high()).orElse(Double.NaN)));
        }
        double[] ends = points.stream()
                .flatMapToDouble(point -> DoubleStream.of(point.y(), point.low(), point.high()))
                .filter(Double::isFinite)
                .toArray();
        double low = Math.min(0.98, DoubleStream.of(ends).min().orElse(1) * 0.99);
        double high = Math.max(1.02, DoubleStream.of(ends).max().orElse(1) * 1.01);
        List<String> names = all.stream().map(Contender::name).toList();
        return new PointChart(
                "Throughput against " + comparison.first(),
                String.join(
                        "; ",
                        all.stream()
                                .map(contender -> contender.name() + " "
                                        + Figures.decimal(contender.throughput().ratio(), 3) + " times")
                                .toList()),
                Axis.things("", names),
                Axis.between("ratio of throughputs", low, high),
                List.of(new Series("throughput by that of " + comparison.first(), Chart.BLUE, points, false)),
                List.of(new Curve("no difference", Chart.INK, Stroke.DASHED, x -> 1, 0.5, names.size() + 0.5)),
                Optional.empty(),
                false);
    }

    /** The throughput of each thing in each round. */
    static Chart rounds(List<String> names, Trials trials) {
        List<Series> series = new ArrayList<>();
        for (String name : names) {
            List<Point> points = trials.byRound(name).values().stream()
                    .sorted((a, b) -> Integer.compare(a.round(), b.round()))
                    .map(trial -> Point.bare(
                            "", trial.round(), trial.get(Quantity.THROUGHPUT).orElse(0)))
                    .toList();
            series.add(new Series(name, COLOURS[series.size() % COLOURS.length], points, true));
        }
        double most = DoubleStream.of(trials.values(Quantity.THROUGHPUT)).max().orElse(1);
        List<Integer> rounds =
                trials.all().stream().map(Trial::round).distinct().sorted().toList();
        return new PointChart(
                "Throughput in each round",
                Figures.counted(names.size(), "thing", "things") + " in "
                        + Figures.counted(rounds.size(), "round", "rounds"),
                Axis.linear("round", rounds.isEmpty() ? 1 : rounds.get(rounds.size() - 1), 1),
                Axis.linear("requests/s", Math.max(1, most), 1),
                series,
                List.of(),
                Optional.empty(),
                false);
    }
}
