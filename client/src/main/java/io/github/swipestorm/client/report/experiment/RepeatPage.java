package io.github.swipestorm.client.report.experiment;

import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.RunMetric;
import io.github.swipestorm.client.experiment.Trials;
import io.github.swipestorm.client.inference.Spread;
import io.github.swipestorm.client.report.document.Document;
import io.github.swipestorm.client.report.document.Document.Conclusion;
import io.github.swipestorm.client.report.document.Document.Figure;
import io.github.swipestorm.client.report.document.Document.Heading;
import io.github.swipestorm.client.report.document.Document.Paragraph;
import io.github.swipestorm.client.report.document.Document.Part;
import io.github.swipestorm.client.report.document.Document.Table;
import io.github.swipestorm.client.report.document.Document.Warning;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Several runs of one plan: each of them, and their spread. */
final class RepeatPage {

    private record Row(String name, RunMetric quantity, int decimals) {}

    private static final List<Row> ROWS = List.of(
            new Row("throughput, req/s", RunMetric.THROUGHPUT, 2),
            new Row("response time, mean, ms", RunMetric.RESPONSE_MEAN, 3),
            new Row("response time, p50, ms", RunMetric.RESPONSE_P50, 3),
            new Row("response time, p99, ms", RunMetric.RESPONSE_P99, 3),
            new Row("service time, mean, ms", RunMetric.SERVICE_MEAN, 3),
            new Row("service time, p99, ms", RunMetric.SERVICE_P99, 3),
            new Row("wall time, s", RunMetric.WALL_TIME, 3),
            new Row("client CPU, s", RunMetric.CLIENT_CPU, 3));

    private RepeatPage() {}

    static Document of(Design design, Trials trials, List<String> notes) {
        List<Part> parts = new ArrayList<>();
        trials.spread(RunMetric.THROUGHPUT).ifPresent(spread -> parts.add(conclusion(spread)));
        notes.forEach(note -> parts.add(new Warning(note)));
        parts.add(new Heading("Spread"));
        parts.add(new Table(
                List.of("over all runs", "mean", "median", "lowest", "highest", "standard deviation", "95 % interval"),
                ROWS.stream()
                        .map(row -> row(row, trials))
                        .flatMap(Optional::stream)
                        .toList()));
        parts.add(new Paragraph(
                "The interval is for the mean, by Student's t on its logarithm, and takes the runs for independent. It"
                        + " says how well these runs agree, all made one after the other on this machine and against this"
                        + " server process; not what another day brings."));
        if (!trials.all().isEmpty()) {
            parts.add(new Heading("Chart"));
            String name = design.variants().get(0).name();
            parts.add(new Figure(
                    ComparisonCharts.rounds(List.of(name), trials),
                    "A slope is no scatter: something became warm, or changed."));
        }
        parts.addAll(RunsTable.of(trials));
        return new Document(
                NumberFormat.counted(trials.all().size(), "run", "runs") + " of "
                        + design.variants().get(0).name(),
                parts);
    }

    private static Conclusion conclusion(Spread spread) {
        String mean = "Throughput " + NumberFormat.decimal(spread.mean(), 2) + " req/s on average over "
                + NumberFormat.counted(spread.count(), "run", "runs");
        return new Conclusion(
                spread.interval()
                        .map(found -> mean + ", 95 % interval " + Cells.interval(found, 2) + ".")
                        .orElse("Cannot say how far this is from the true throughput, too few runs for an interval. "
                                + mean + "."),
                List.of("From " + NumberFormat.decimal(spread.min(), 2) + " to " + NumberFormat.decimal(spread.max(), 2)
                        + " req/s; standard deviation "
                        + NumberFormat.decimal(spread.mean() == 0 ? 0 : 100 * spread.stdev() / spread.mean(), 1)
                        + " % of the mean."));
    }

    private static Optional<List<String>> row(Row row, Trials trials) {
        return trials.spread(row.quantity())
                .map(spread -> List.of(
                        row.name(),
                        NumberFormat.decimal(spread.mean(), row.decimals()),
                        NumberFormat.decimal(spread.median(), row.decimals()),
                        NumberFormat.decimal(spread.min(), row.decimals()),
                        NumberFormat.decimal(spread.max(), row.decimals()),
                        NumberFormat.decimal(spread.stdev(), row.decimals()),
                        spread.interval()
                                .map(interval -> Cells.interval(interval, row.decimals()))
                                .orElse(NumberFormat.DASH)));
    }
}
