package io.github.swipestorm.client.report.experiment;

import io.github.swipestorm.client.experiment.RunMetric;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.experiment.Trials;
import io.github.swipestorm.client.record.RunFiles;
import io.github.swipestorm.client.report.document.Document.Table;
import io.github.swipestorm.client.report.store.RunDirectory;
import java.util.ArrayList;
import java.util.List;

/** Every run of an experiment, in the order in which they were made. */
final class RunsTable {

    private RunsTable() {}

    static Table of(Trials trials) {
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
            pages.add(RunDirectory.ofRun(trial.setting(), trial.round()) + "/" + RunFiles.PAGE);
            rows.add(row(rows.size() + 1, trial, judged, verdicts));
        }
        return new Table("Every run, in order; latencies are response times", columns, rows, pages);
    }

    private static List<String> row(int number, Trial trial, boolean judged, boolean verdicts) {
        List<String> row = new ArrayList<>(List.of(
                Integer.toString(number),
                trial.setting(),
                Integer.toString(trial.round()),
                Cells.number(trial.get(RunMetric.WALL_TIME), 3),
                Cells.number(trial.get(RunMetric.OK), 0),
                Cells.number(trial.get(RunMetric.FAILED), 0),
                Cells.number(trial.get(RunMetric.NEVER_SENT), 0),
                Cells.number(trial.get(RunMetric.THROUGHPUT), 2),
                Cells.number(trial.get(RunMetric.RESPONSE_MEAN), 3),
                Cells.number(trial.get(RunMetric.RESPONSE_P50), 3),
                Cells.number(trial.get(RunMetric.RESPONSE_P99), 3),
                Cells.number(trial.get(RunMetric.CLIENT_CPU), 3)));
        if (judged) {
            row.add(trial.objectives().map(Object::toString).orElse(Cells.DASH));
        }
        if (verdicts) {
            row.add(trial.bound().orElse(Cells.DASH));
        }
        return row;
    }
}
