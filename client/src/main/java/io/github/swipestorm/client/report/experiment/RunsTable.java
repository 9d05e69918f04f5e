package io.github.swipestorm.client.report.experiment;

import io.github.swipestorm.client.experiment.RunMetric;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.experiment.Trials;
import io.github.swipestorm.client.record.RunFiles;
import io.github.swipestorm.client.report.document.Document.Heading;
import io.github.swipestorm.client.report.document.Document.Part;
import io.github.swipestorm.client.report.document.Document.Table;
import io.github.swipestorm.client.report.store.RunDirectory;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;

/** Every run of an experiment, in the order in which they were made; before it each operation, where runs have several. */
final class RunsTable {

    private RunsTable() {}

    static List<Part> of(Trials trials) {
        List<Part> parts = new ArrayList<>();
        if (!trials.operations().isEmpty()) {
            parts.add(new Heading("By operation"));
            parts.add(operations(trials));
        }
        parts.add(new Heading("Runs"));
        parts.add(runs(trials));
        return parts;
    }

    private static Table operations(Trials trials) {
        List<List<String>> rows = new ArrayList<>();
        List<String> variants =
                trials.all().stream().map(Trial::variant).distinct().toList();
        for (String variant : variants) {
            for (String operation : trials.of(variant).operations()) {
                Trials of = trials.of(variant).operation(operation);
                rows.add(List.of(
                        variant,
                        operation,
                        Cells.sum(of, RunMetric.OK),
                        Cells.sum(of, RunMetric.FAILED),
                        Cells.mean(of, RunMetric.THROUGHPUT, 2),
                        Cells.interval(of, RunMetric.THROUGHPUT, 1),
                        Cells.mean(of, RunMetric.RESPONSE_P50, 3),
                        Cells.mean(of, RunMetric.RESPONSE_P99, 3),
                        Cells.interval(of, RunMetric.RESPONSE_P99, 3)));
            }
        }
        return new Table(
                "Means over the runs, with 95 % intervals of the mean from three runs on; ok and failed are sums; latencies"
                        + " are response times",
                List.of(
                        "setting",
                        "operation",
                        "ok",
                        "failed",
                        "req/s",
                        "95 % interval",
                        "p50 ms",
                        "p99 ms",
                        "95 % interval of the p99"),
                rows);
    }

    private static Table runs(Trials trials) {
        boolean judged =
                trials.all().stream().anyMatch(trial -> trial.objectives().isPresent());
        boolean verdicts = trials.all().stream().anyMatch(trial -> trial.bound().isPresent());
        List<String> columns = new ArrayList<>(List.of(
                "run",
                "setting",
                "round",
                "wall s",
                "ok",
                "failed",
                "never sent",
                "req/s",
                "mean ms",
                "p50 ms",
                "p99 ms",
                "client CPU s"));
        if (judged) {
            columns.add("objectives");
        }
        if (verdicts) {
            columns.add("verdict");
        }
        List<List<String>> rows = new ArrayList<>();
        List<String> pages = new ArrayList<>();
        for (Trial trial : trials.all()) {
            pages.add(RunDirectory.ofRun(trial.variant(), trial.round()) + "/" + RunFiles.PAGE);
            rows.add(row(rows.size() + 1, trial, judged, verdicts));
        }
        return new Table("Every run, in order; latencies are response times", columns, rows, pages);
    }

    private static List<String> row(int number, Trial trial, boolean judged, boolean verdicts) {
        List<String> row = new ArrayList<>(List.of(
                Integer.toString(number),
                trial.variant(),
                Integer.toString(trial.round()),
                NumberFormat.decimal(trial.get(RunMetric.WALL_TIME), 3),
                NumberFormat.decimal(trial.get(RunMetric.OK), 0),
                NumberFormat.decimal(trial.get(RunMetric.FAILED), 0),
                NumberFormat.decimal(trial.get(RunMetric.NEVER_SENT), 0),
                NumberFormat.decimal(trial.get(RunMetric.THROUGHPUT), 2),
                NumberFormat.decimal(trial.get(RunMetric.RESPONSE_MEAN), 3),
                NumberFormat.decimal(trial.get(RunMetric.RESPONSE_P50), 3),
                NumberFormat.decimal(trial.get(RunMetric.RESPONSE_P99), 3),
                NumberFormat.decimal(trial.get(RunMetric.CLIENT_CPU), 3)));
        if (judged) {
            row.add(trial.objectives().map(Object::toString).orElse(NumberFormat.DASH));
        }
        if (verdicts) {
            row.add(trial.bound().orElse(NumberFormat.DASH));
        }
        return row;
    }
}
