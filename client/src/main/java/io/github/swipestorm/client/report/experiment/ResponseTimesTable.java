package io.github.swipestorm.client.report.experiment;

import io.github.swipestorm.client.experiment.RunMetric;
import io.github.swipestorm.client.experiment.Trials;
import io.github.swipestorm.client.report.document.Document.Table;
import java.util.ArrayList;
import java.util.List;

/**
 * Response times of an experiment's variants with their intervals: a separate table, so that none is too wide for a
 * page.
 */
final class ResponseTimesTable {

    private final List<List<String>> rows = new ArrayList<>();

    void add(String name, Trials of) {
        rows.add(List.of(
                name,
                Cells.mean(of, RunMetric.RESPONSE_MEAN, 3),
                Cells.interval(of, RunMetric.RESPONSE_MEAN, 3),
                Cells.mean(of, RunMetric.RESPONSE_P99, 3),
                Cells.interval(of, RunMetric.RESPONSE_P99, 3)));
    }

    /** @param what the variants differ in */
    Table table(String what) {
        return new Table(
                "Response times, with 95 % intervals of the mean over the runs",
                List.of(what, "mean ms", "95 % interval of the mean", "p99 ms", "95 % interval of the p99"), rows);
    }
}
