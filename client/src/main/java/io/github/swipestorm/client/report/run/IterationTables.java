package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.measure.LatencySummary;
import io.github.swipestorm.client.report.document.TextTable;
import io.github.swipestorm.client.report.store.RunDocument.Iterations;
import io.github.swipestorm.client.report.store.RunDocument.ScenarioFigures;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** A row for each scenario of a run, and one for all of several. */
final class IterationTables {

    private IterationTables() {}

    private record Column(String name, Function<ScenarioFigures, String> text) {}

    private static Column milliseconds(String name, ToDoubleFunction<LatencySummary> value) {
        return new Column(
                name,
                row -> row.duration().isEmpty()
                        ? NumberFormat.DASH
                        : NumberFormat.milliseconds(value.applyAsDouble(row.duration())));
    }

    private static final Column BEGUN = new Column("begun", row -> NumberFormat.count(row.begun()));
    private static final Column COMPLETED = new Column("completed", row -> NumberFormat.count(row.completed()));
    private static final Column ABANDONED = new Column("abandoned", row -> NumberFormat.count(row.abandoned()));
    private static final Column UNDER_WAY = new Column("under way", row -> NumberFormat.count(row.underWay()));
    private static final Column LATE = new Column("late", row -> NumberFormat.count(row.late()));
    private static final Column RATE =
            new Column("completed/s", row -> NumberFormat.decimal(row.completedPerSecond(), 3));
    private static final Column P50 = milliseconds("p50", LatencySummary::p50Us);
    private static final Column P95 = milliseconds("p95", LatencySummary::p95Us);
    private static final Column P99 = milliseconds("p99", LatencySummary::p99Us);
    private static final Column MEAN = milliseconds("mean", LatencySummary::meanUs);
    private static final Column MIN = milliseconds("min", LatencySummary::minUs);
    private static final Column MAX = milliseconds("max", LatencySummary::maxUs);
    private static final Column THINKING = new Column(
            "thinking",
            row -> row.meanThinkingSeconds().isPresent()
                    ? NumberFormat.milliseconds(row.meanThinkingSeconds().getAsDouble() * 1e6)
                    : NumberFormat.DASH);

    /** Lines for a console: the sums, and a line for each of several scenarios. */
    static List<String> brief(Iterations run) {
        ScenarioFigures all = run.all();
        List<String> lines = new ArrayList<>();
        lines.add(NumberFormat.count(all.completed()) + " completed ("
                + NumberFormat.decimal(all.completedPerSecond(), 2) + "/s), "
                + NumberFormat.count(all.abandoned()) + " abandoned, "
                + NumberFormat.count(all.underWay()) + " under way at the end"
                + (run.neverBegun().orElse(0) > 0
                        ? ", " + NumberFormat.count(run.neverBegun().getAsLong()) + " never begun"
                        : "")
                + (all.late() > 0 ? "; " + NumberFormat.count(all.late()) + " late for their pace" : "")
                + (run.scenarios().size() == 1 ? durations(all) : ""));
        if (run.scenarios().size() > 1) {
            run.scenarios().stream()
                    .limit(OperationTables.MOST)
                    .map(row -> "  " + OperationTables.name(row.name()) + ": "
                            + NumberFormat.count(row.completed()) + " completed, "
                            + NumberFormat.count(row.abandoned()) + " abandoned" + durations(row))
                    .forEach(lines::add);
        }
        return lines;
    }

    private static String durations(ScenarioFigures row) {
        return row.duration().isEmpty()
                ? ""
                : "; duration p50 " + P50.text.apply(row) + ", p95 " + P95.text.apply(row) + ", p99 "
                        + P99.text.apply(row) + " ms, of which " + THINKING.text.apply(row) + " ms thinking on average";
    }

    /** All figures of all scenarios. What is under way is known when the run has ended. */
    static TextTable whole(Iterations run) {
        boolean ended = run.neverBegun().isPresent();
        List<Column> columns = new ArrayList<>(
                ended ? List.of(BEGUN, COMPLETED, ABANDONED, UNDER_WAY, LATE) : List.of(COMPLETED, ABANDONED, LATE));
        columns.addAll(List.of(RATE, P50, P95, P99, MEAN, MIN, MAX, THINKING));
        TextTable table = TextTable.narrow();
        table.columns(
                "Iterations, durations in ms",
                columns.stream().map(Column::name).toList());
        run.scenarios().forEach(row -> table.row("  " + OperationTables.name(row.name()), cells(columns, row)));
        if (run.scenarios().size() != 1) {
            table.row("  all", cells(columns, run.all()));
        }
        return table;
    }

    /** How the sums of a run that has ended come out. */
    static String sum(Iterations run) {
        ScenarioFigures all = run.all();
        return "iterations begun " + NumberFormat.count(all.begun()) + " = completed "
                + NumberFormat.count(all.completed()) + " + abandoned " + NumberFormat.count(all.abandoned())
                + " + under way at the end " + NumberFormat.count(all.underWay());
    }

    private static List<String> cells(List<Column> columns, ScenarioFigures row) {
        return columns.stream().map(column -> column.text.apply(row)).toList();
    }
}
