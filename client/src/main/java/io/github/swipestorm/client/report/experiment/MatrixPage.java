package io.github.swipestorm.client.report.experiment;

import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.RunMetric;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.experiment.Trials;
import io.github.swipestorm.client.experiment.Variant;
import io.github.swipestorm.client.inference.Spread;
import io.github.swipestorm.client.report.chart.Axis;
import io.github.swipestorm.client.report.chart.Chart;
import io.github.swipestorm.client.report.chart.PointChart;
import io.github.swipestorm.client.report.chart.PointChart.Point;
import io.github.swipestorm.client.report.chart.PointChart.Series;
import io.github.swipestorm.client.report.document.Document;
import io.github.swipestorm.client.report.document.Document.Conclusion;
import io.github.swipestorm.client.report.document.Document.Heading;
import io.github.swipestorm.client.report.document.Document.Paragraph;
import io.github.swipestorm.client.report.document.Document.Part;
import io.github.swipestorm.client.report.document.Document.Table;
import io.github.swipestorm.client.report.document.Document.Warning;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;

/** Every combination of settings: what throughput costs the client. */
final class MatrixPage {

    private static final double MEGA = 1e6;
    /** More names than this would overlap. */
    private static final int MOST_NAMES = 40;

    private MatrixPage() {}

    static Document of(Design design, Trials trials, List<String> notes) {
        List<Variant> variants = design.variants().stream()
                .filter(variant -> !trials.of(variant.name()).all().isEmpty())
                .toList();
        List<Part> parts = new ArrayList<>();
        conclusion(variants, trials).ifPresent(parts::add);
        notes.forEach(note -> parts.add(new Warning(note)));
        parts.add(new Heading("Combinations"));
        tables(variants, trials, parts);
        parts.add(new Paragraph(
                "CPU, memory and sockets are the client's: mean / maximum of a run's samples. Bandwidth is the machine's,"
                        + " over all its network interfaces; a byte over loopback counts as sent and as received, whichever"
                        + " program sent it. A dash is a quantity that cannot be read on this machine."));
        parts.add(new Heading("Charts"));
        chart("Throughput against the client's CPU", "client CPU (cores)", variants, trials, trial -> cores(trial))
                .ifPresent(parts::add);
        chart(
                        "Throughput against the client's memory",
                        "client memory in RAM (MB)",
                        variants,
                        trials,
                        trial -> megabytes(trial, RunMetric.CLIENT_RSS))
                .ifPresent(parts::add);
        chart(
                        "Throughput against bandwidth",
                        "bytes received (MB/s)",
                        variants,
                        trials,
                        trial -> megabytes(trial, RunMetric.BYTES_IN))
                .ifPresent(parts::add);
        chart(
                        "Throughput against open sockets",
                        "the client's open sockets, mean",
                        variants,
                        trials,
                        trial -> trial.get(RunMetric.OPEN_SOCKETS_MEAN))
                .ifPresent(parts::add);
        parts.addAll(RunsTable.of(trials));
        return new Document("Matrix of " + NumberFormat.counted(variants.size(), "combination", "combinations"), parts);
    }

    private static OptionalDouble cores(Trial trial) {
        return trial.clientCores();
    }

    private static OptionalDouble megabytes(Trial trial, RunMetric quantity) {
        OptionalDouble bytes = trial.get(quantity);
        return bytes.isPresent() ? OptionalDouble.of(bytes.getAsDouble() / MEGA) : bytes;
    }

    private static OptionalDouble mean(Trials of, Function<Trial, OptionalDouble> value) {
        return of.all().stream()
                .map(value)
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .average();
    }

    private static Optional<Conclusion> conclusion(List<Variant> variants, Trials trials) {
        Optional<Variant> best = variants.stream()
                .max(Comparator.comparingDouble(
                        variant -> throughput(variant, trials).map(Spread::mean).orElse(0.0)));
        return best.flatMap(
                variant -> throughput(variant, trials).map(spread -> conclusion(variant, spread, variants, trials)));
    }

    private static Optional<Spread> throughput(Variant variant, Trials trials) {
        return trials.of(variant.name()).spread(RunMetric.THROUGHPUT);
    }

    /** The best one is named if its interval excludes the intervals of all others. */
    private static Conclusion conclusion(Variant best, Spread spread, List<Variant> variants, Trials trials) {
        boolean apart = variants.stream()
                .filter(variant -> !variant.equals(best))
                .allMatch(variant -> throughput(variant, trials)
                        .map(other -> spread.interval().isPresent()
                                && other.interval().isPresent()
                                && spread.interval().get().low()
                                        > other.interval().get().high())
                        .orElse(true));
        String mean = NumberFormat.decimal(spread.mean(), 2) + " req/s";
        String ends = NumberFormat.counted(spread.count(), "run", "runs") + " from "
                + NumberFormat.decimal(spread.min(), 2) + " to " + NumberFormat.decimal(spread.max(), 2) + " req/s.";
        String chosen = "It is the best of " + NumberFormat.counted(variants.size(), "combination", "combinations")
                + " by its mean; 'compare' tells whether two settings differ.";
        return apart && variants.size() > 1
                ? new Conclusion(
                        best.name() + " has the highest throughput: " + mean + " on average.",
                        List.of("Measured in " + ends, chosen))
                : new Conclusion(
                        "Cannot say which combination has the highest throughput: "
                                + (spread.interval().isEmpty()
                                        ? "there are too few runs of each for an interval, it takes "
                                                + Spread.FEWEST_FOR_INTERVAL + "."
                                        : "the intervals overlap."),
                        List.of(best.name() + " has the highest mean: " + mean + ", of " + ends, chosen));
    }

    private static void tables(List<Variant> variants, Trials trials, List<Part> parts) {
        List<List<String>> rows = new ArrayList<>();
        List<List<String>> costs = new ArrayList<>();
        for (Variant variant : variants) {
            Trials of = trials.of(variant.name());
            OptionalDouble cores = mean(of, MatrixPage::cores);
            OptionalDouble rate = mean(of, trial -> trial.get(RunMetric.THROUGHPUT));
            rows.add(List.of(
                    Integer.toString(rows.size() + 1),
                    variant.name(),
                    NumberFormat.count(of.all().size()),
                    NumberFormat.count(Math.round(of.sum(RunMetric.FAILED) + of.sum(RunMetric.NEVER_SENT))),
                    Cells.mean(of, RunMetric.THROUGHPUT, 2),
                    Cells.interval(of, RunMetric.THROUGHPUT, 0),
                    Cells.mean(of, RunMetric.RESPONSE_P99, 3),
                    of.bounds().isEmpty() ? NumberFormat.DASH : of.bounds()));
            costs.add(List.of(
                    Integer.toString(rows.size()),
                    variant.name(),
                    NumberFormat.percentage(cores, 0) + " / "
                            + NumberFormat.percentage(mean(of, trial -> trial.get(RunMetric.CLIENT_CPU_MAX)), 0),
                    cores.isPresent() && cores.getAsDouble() > 0 && rate.isPresent()
                            ? NumberFormat.decimal(rate.getAsDouble() / cores.getAsDouble(), 0)
                            : NumberFormat.DASH,
                    NumberFormat.decimal(mean(of, trial -> megabytes(trial, RunMetric.CLIENT_RSS)), 0) + " / "
                            + NumberFormat.decimal(mean(of, trial -> megabytes(trial, RunMetric.CLIENT_RSS_MAX)), 0),
                    NumberFormat.decimal(mean(of, trial -> megabytes(trial, RunMetric.BYTES_OUT)), 2),
                    NumberFormat.decimal(mean(of, trial -> megabytes(trial, RunMetric.BYTES_IN)), 2),
                    Cells.mean(of, RunMetric.OPEN_SOCKETS_MEAN, 0) + " / " + Cells.mean(of, RunMetric.OPEN_SOCKETS, 0),
                    NumberFormat.percentage(mean(of, trial -> trial.get(RunMetric.SERVER_CPU)), 0),
                    NumberFormat.decimal(mean(of, trial -> megabytes(trial, RunMetric.SERVER_RSS)), 0),
                    NumberFormat.decimal(mean(of, trial -> trial.get(RunMetric.SAMPLES)), 0)));
        }
        parts.add(new Table(
                "Means over the runs of each combination, with 95 % intervals of the mean from three runs on",
                List.of("", "combination", "runs", "failed", "req/s", "95 % interval", "p99 ms", "verdict"), rows));
        parts.add(new Table(
                "What it costs the client, the network and the server",
                List.of(
                        "",
                        "combination",
                        "CPU %, mean / max",
                        "req/s per 100 % CPU",
                        "memory MB, mean / max",
                        "out MB/s",
                        "in MB/s",
                        "sockets, mean / max",
                        "server CPU %",
                        "server MB",
                        "samples"),
                costs));
    }

    private static Optional<Part> chart(
            String title, String across, List<Variant> variants, Trials trials, Function<Trial, OptionalDouble> value) {
        List<Point> points = new ArrayList<>();
        int number = 0;
        for (Variant variant : variants) {
            number++;
            Trials of = trials.of(variant.name());
            OptionalDouble x = mean(of, value);
            OptionalDouble y = mean(of, trial -> trial.get(RunMetric.THROUGHPUT));
            if (x.isPresent() && y.isPresent()) {
                points.add(Point.bare(Integer.toString(number), x.getAsDouble(), y.getAsDouble()));
            }
        }
        if (points.isEmpty()) {
            return Optional.empty();
        }
        double most = points.stream().mapToDouble(Point::x).max().orElse(1);
        double highest = points.stream().mapToDouble(Point::y).max().orElse(1);
        Chart chart = new PointChart(
                title,
                points.size() + " combinations of settings.",
                Axis.linear(across, Math.max(0.001, most), 0.001),
                Axis.linear("requests/s", Math.max(1, highest), 1),
                List.of(new Series("a combination", Chart.BLUE, points, false)),
                List.of(),
                Optional.empty(),
                points.size() <= MOST_NAMES);
        return Optional.of(
                new Document.Figure(chart, "Further up and further left is better. Numbers are those of the table."));
    }
}
