package io.github.swipestorm.client.report.experiment;

import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.RunMetric;
import io.github.swipestorm.client.experiment.Sweep;
import io.github.swipestorm.client.experiment.Trials;
import io.github.swipestorm.client.experiment.Variant;
import io.github.swipestorm.client.inference.Knee;
import io.github.swipestorm.client.inference.ScalabilityFit;
import io.github.swipestorm.client.inference.ScalabilityLaw;
import io.github.swipestorm.client.inference.Spread;
import io.github.swipestorm.client.inference.ThroughputPoint;
import io.github.swipestorm.client.report.chart.Axis;
import io.github.swipestorm.client.report.chart.Canvas.Stroke;
import io.github.swipestorm.client.report.chart.Chart;
import io.github.swipestorm.client.report.chart.PointChart;
import io.github.swipestorm.client.report.chart.PointChart.Curve;
import io.github.swipestorm.client.report.chart.PointChart.Place;
import io.github.swipestorm.client.report.chart.PointChart.Point;
import io.github.swipestorm.client.report.chart.PointChart.Series;
import io.github.swipestorm.client.report.document.Document;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** The charts of a sweep. */
final class SweepCharts {

    private SweepCharts() {}

    static List<Document.Figure> of(Design design, Sweep sweep, Trials trials) {
        return List.of(
                throughput(design.variants(), sweep, trials),
                new Document.Figure(
                        latency(design.variants(), sweep, trials),
                        "The price of more threads: half of all requests were answered within p50, 99 % within p99."));
    }

    static Document.Figure throughput(List<Variant> variants, Sweep sweep, Trials trials) {
        List<Point> points = points(variants, trials, RunMetric.THROUGHPUT);
        Knee knee = sweep.knee();
        // Grey over nearly all of the plot would look like an answer.
        Optional<Place> place = !knee.concluded()
                ? Optional.empty()
                : Optional.of(new Place(
                        "knee, " + NumberFormat.counted(knee.threads(), "thread", "threads"),
                        knee.threads(),
                        knee.interval().map(interval -> interval.low()).orElse((double) knee.threads()),
                        knee.interval().map(interval -> interval.high()).orElse((double) knee.threads())));
        Chart chart = new PointChart(
                "Throughput against threads",
                (knee.concluded()
                                ? "The knee is at " + NumberFormat.counted(knee.threads(), "thread", "threads")
                                : "No knee")
                        + "; the best of " + points.size() + " thread counts is "
                        + knee.bestThreads() + " with " + NumberFormat.decimal(knee.bestThroughput(), 0)
                        + " requests/s.",
                across(sweep),
                Axis.linear("requests/s", highest(points), 1),
                List.of(new Series("measured", Chart.BLUE, points, false)),
                curves(sweep),
                place,
                false);
        return new Document.Figure(
                chart,
                "Throughput against threads: dots are means over the runs of a thread count. "
                        + (knee.concluded()
                                ? "Grey is the knee and its interval."
                                : "Where the knee is cannot be said."));
    }

    private static List<Curve> curves(Sweep sweep) {
        double from = sweep.points().get(0).threads();
        double to = sweep.points().get(sweep.points().size() - 1).threads();
        List<Curve> curves = new ArrayList<>();
        for (ScalabilityFit fit : sweep.fits()) {
            // A curve without a conclusion is dashed and labelled as such: its misfit must be visible.
            fit.estimates()
                    .ifPresent(found -> curves.add(new Curve(
                            fit.law().title() + (fit.concluded() ? "" : ", no conclusion"),
                            fit.law() == ScalabilityLaw.AMDAHL ? Chart.ORANGE : Chart.GREEN,
                            fit.concluded() ? Stroke.SOLID : Stroke.DASHED,
                            found.curve()::throughput,
                            from,
                            to)));
        }
        return curves;
    }

    private static Chart latency(List<Variant> variants, Sweep sweep, Trials trials) {
        List<Point> slow = points(variants, trials, RunMetric.RESPONSE_P99);
        List<Point> median = points(variants, trials, RunMetric.RESPONSE_P50);
        return new PointChart(
                "Response time against threads",
                "p99 and p50 of the response time at " + slow.size() + " thread counts.",
                across(sweep),
                Axis.linear("response time (ms)", highest(slow), 0.001),
                List.of(new Series("p99", Chart.VERMILION, slow, true), new Series("p50", Chart.BLUE, median, true)),
                List.of(),
                Optional.empty(),
                false);
    }

    private static Axis across(Sweep sweep) {
        return Axis.measured(
                "threads", sweep.points().stream().map(ThroughputPoint::threads).toList());
    }

    private static List<Point> points(List<Variant> variants, Trials trials, RunMetric quantity) {
        List<Point> points = new ArrayList<>();
        for (Variant variant : variants) {
            Optional<Spread> spread = trials.of(variant.name()).spread(quantity);
            spread.ifPresent(values -> points.add(new Point(
                    "",
                    variant.plan().threads(),
                    values.mean(),
                    values.interval()
                            .map(interval -> Math.max(0, interval.low()))
                            .orElse(Double.NaN),
                    values.interval().map(interval -> interval.high()).orElse(Double.NaN))));
        }
        return points;
    }

    private static double highest(List<Point> points) {
        double most = points.stream()
                .flatMapToDouble(point -> DoubleStream.of(point.y(), point.high()))
                .filter(Double::isFinite)
                .max()
                .orElse(1);
        return most > 0 ? most : 1;
    }
}
