package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.inference.ShareByChance;
import io.github.swipestorm.client.measure.LatencySummary;
import io.github.swipestorm.client.report.document.TextTable;
import io.github.swipestorm.client.report.store.RunDocument.Figures;
import io.github.swipestorm.client.report.store.RunDocument.OperationFigures;
import io.github.swipestorm.client.text.NumberFormat;
import io.github.swipestorm.client.text.SafeText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** A row for each operation of a run, and one for all of them. A run of one operation has no such tables: its row is the run. */
final class OperationTables {

    /** Rows and lines of charts that a reader can tell apart. */
    static final int MOST = 12;

    /** The name of the row of all operations that have none of their own. */
    static final String OTHERS = "others";

    private static final String ALL = "all";
    private static final int LONGEST_NAME = 40;

    private OperationTables() {}

    private record Column(String name, Function<OperationFigures, String> text) {}

    private static Column milliseconds(String name, ToDoubleFunction<LatencySummary> value) {
        return milliseconds(name, OperationFigures::responseTime, value);
    }

    private static Column firstByte(String name, ToDoubleFunction<LatencySummary> value) {
        return milliseconds(name, OperationFigures::timeToFirstByte, value);
    }

    private static Column milliseconds(
            String name, Function<OperationFigures, LatencySummary> times, ToDoubleFunction<LatencySummary> value) {
        return new Column(name, row -> {
            LatencySummary found = times.apply(row);
            return found.isEmpty() ? NumberFormat.DASH : NumberFormat.milliseconds(value.applyAsDouble(found));
        });
    }

    private static final Column REQUESTS =
            new Column("requests", row -> NumberFormat.count(row.requests().ended()));
    private static final Column FAILED =
            new Column("failed", row -> NumberFormat.count(row.requests().failed()));
    private static final Column RATE =
            new Column("ok req/s", row -> NumberFormat.decimal(row.throughputPerSecond(), 1));
    private static final Column P50 = milliseconds("p50", LatencySummary::p50Us);
    private static final Column P95 = milliseconds("p95", LatencySummary::p95Us);
    private static final Column P99 = milliseconds("p99", LatencySummary::p99Us);
    private static final Column MAX = milliseconds("max", LatencySummary::maxUs);

    private static final List<Column> SHORT = List.of(REQUESTS, FAILED, RATE, P50, P95, P99, MAX);
    private static final List<Column> LONG = List.of(
            REQUESTS,
            FAILED,
            RATE,
            P50,
            milliseconds("p90", LatencySummary::p90Us),
            P95,
            P99,
            milliseconds("p99.9", LatencySummary::p999Us),
            milliseconds("mean", LatencySummary::meanUs),
            milliseconds("min", LatencySummary::minUs),
            MAX,
            new Column("bytes/answer", row -> NumberFormat.decimal(row.meanAnswerBytes(), 0)),
            new Column("bytes/s", row -> NumberFormat.decimal(row.bodyBytesPerSecond(), 0)),
            new Column("sent bytes/s", row -> NumberFormat.decimal(row.sentBytesPerSecond(), 0)),
            firstByte("first byte p50", LatencySummary::p50Us),
            firstByte("first byte p99", LatencySummary::p99Us));
    private static final List<Column> SHARES = List.of(
            new Column("asked %", row -> NumberFormat.percentage(row.askedShare(), 2)),
            new Column("achieved %", row -> NumberFormat.percentage(row.achievedShare(), 2)));

    /** Whether the run has several operations. */
    static boolean several(Figures run) {
        return run.operations().size() > 1;
    }

    /** The most important figures of each operation, for a console. */
    static TextTable brief(Figures run) {
        return table(run, SHORT, busiest(run));
    }

    /** All figures of the busiest operations, for a console. */
    static TextTable detailed(Figures run) {
        return table(run, columns(run), busiest(run));
    }

    /** All figures of all operations. */
    static TextTable whole(Figures run) {
        return table(run, columns(run), run.operations());
    }

    private static List<Column> columns(Figures run) {
        boolean asked =
                run.operations().stream().anyMatch(row -> row.askedShare().isPresent());
        return asked ? Stream.concat(LONG.stream(), SHARES.stream()).toList() : LONG;
    }

    private static TextTable table(Figures run, List<Column> columns, List<OperationFigures> rows) {
        TextTable table = TextTable.narrow();
        table.columns(
                "Operations, times in ms", columns.stream().map(Column::name).toList());
        rows.forEach(row -> table.row("  " + name(row.name()), cells(columns, row)));
        table.row("  " + ALL, cells(columns, run.all(ALL)));
        return table;
    }

    private static List<String> cells(List<Column> columns, OperationFigures row) {
        return columns.stream().map(column -> column.text.apply(row)).toList();
    }

    /** At most {@value #MOST} rows, in their order; of more, the busiest and a row for the others, without latencies. */
    private static List<OperationFigures> busiest(Figures run) {
        List<OperationFigures> all = run.operations();
        if (all.size() <= MOST) {
            return all;
        }
        List<OperationFigures> busiest = all.stream()
                .sorted(Comparator.comparingLong(
                                (OperationFigures row) -> row.requests().ended())
                        .reversed())
                .limit(MOST - 1L)
                .toList();
        List<OperationFigures> rows =
                new ArrayList<>(all.stream().filter(busiest::contains).toList());
        rows.add(all.stream()
                .filter(row -> !busiest.contains(row))
                .reduce(OperationFigures::plusWithoutLatencies)
                .orElseThrow()
                .named(OTHERS));
        return rows;
    }

    /** Shares of operations that differ from what the workload asks for by more than chance explains, a line each. */
    static List<String> unlikelyShares(Figures run) {
        long all = run.requests().ended();
        List<OperationFigures> asked = run.operations().stream()
                .filter(row -> row.askedShare().isPresent())
                .toList();
        return asked.stream()
                .filter(row -> !ShareByChance.explains(
                        row.requests().ended(), all, row.askedShare().getAsDouble(), asked.size()))
                .map(row -> "The operation '" + name(row.name()) + "' is asked for in "
                        + NumberFormat.percentage(row.askedShare(), 2)
                        + " % of the requests and was " + NumberFormat.percentage(row.achievedShare(), 2)
                        + " % of them. Chance makes a difference like that in fewer than "
                        + NumberFormat.percent(ShareByChance.LEVEL) + " of runs.")
                .toList();
    }

    /** A name as it fits beside a row or into a legend. */
    static String name(String operation) {
        return SafeText.shortened(SafeText.plain(operation), LONGEST_NAME);
    }
}
