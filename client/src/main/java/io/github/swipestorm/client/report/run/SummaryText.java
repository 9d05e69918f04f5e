package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.measure.LatencySummary;
import io.github.swipestorm.client.report.document.Document.Table;
import io.github.swipestorm.client.report.document.TextTable;
import io.github.swipestorm.client.text.NumberFormat;
import io.github.swipestorm.client.text.SafeText;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The summary of a run as a table for people. Every number has its unit; what cannot be said, a rate without time or a
 * mean without values, is shown as a dash. Lines end with a line feed.
 */
public final class SummaryText {
    private static final String DASH = "-";

    private SummaryText() {}

    /** The whole text. */
    public static String of(RunSummary run) {
        StringBuilder text = new StringBuilder();
        text.append(totals(run)).append('\n');
        text.append(outcomes(run)).append('\n');
        text.append(latencies(run)).append('\n');
        text.append("  service time = done - sent of ok attempts, response time = done - due of ok attempts,\n")
                .append("  whole request = last attempt done - first one sent of ok requests\n");
        if (!run.methods().isEmpty()) {
            text.append('\n').append(methods(run));
            for (RunSummary.PercentileMethod method : run.methods()) {
                text.append("  ")
                        .append(method.name())
                        .append(": ")
                        .append(method.precision())
                        .append('\n');
            }
        }
        if (!run.notes().isEmpty()) {
            text.append('\n');
            run.notes().forEach(note -> text.append("Note: ").append(note).append('\n'));
        }
        return text.toString();
    }

    /** The same figures as tables of a document. */
    public static List<Table> tables(RunSummary run) {
        List<Table> tables = new ArrayList<>(totals(run).tables());
        tables.addAll(outcomes(run).tables());
        tables.addAll(latencies(run).tables());
        if (!run.methods().isEmpty()) {
            tables.addAll(methods(run).tables());
        }
        return tables;
    }

    private static TextTable totals(RunSummary run) {
        RequestCounts requests = run.requests();
        TextTable table = new TextTable();
        table.heading("Requests");
        table.quantity("  ok", NumberFormat.count(requests.ok()), "requests");
        table.quantity("    at first attempt", NumberFormat.count(requests.okAtFirstAttempt()), "requests");
        table.quantity("    after retries", NumberFormat.count(requests.okAfterRetries()), "requests");
        table.quantity("  failed", NumberFormat.count(requests.failed()), "requests");
        table.quantity("  attempts", NumberFormat.count(run.attempts()), "attempts");
        table.quantity("  amplification", decimal(run.amplification(), 3), "attempts/request");
        table.quantity("  failed share", percent(requests.failed(), requests.all()), "% of requests begun");
        table.quantity("  errors", percent(run.attempts() - requests.ok(), run.attempts()), "% of attempts");
        table.heading("Load");
        boolean known = run.workers() != RunSummary.UNKNOWN_WORKERS;
        table.quantity("  threads", known ? NumberFormat.count(run.workers()) : DASH, "workers");
        table.quantity("  wall time", NumberFormat.decimal(run.wallUs() / 1e6, 3), "s");
        table.quantity("  throughput", decimal(run.throughput(), 2), "ok requests/s");
        return table;
    }

    private static TextTable outcomes(RunSummary run) {
        TextTable table = new TextTable();
        table.heading("Attempts by outcome");
        run.statuses()
                .forEach(
                        (status, count) -> table.quantity("  status " + status, NumberFormat.count(count), "attempts"));
        run.failures()
                .forEach((word, count) ->
                        table.quantity("  " + SafeText.plain(word), NumberFormat.count(count), "attempts"));
        if (run.statuses().isEmpty() && run.failures().isEmpty()) {
            table.quantity("  none", "0", "attempts");
        }
        return table;
    }

    private static TextTable latencies(RunSummary run) {
        List<LatencySummary> columns =
                List.of(run.serviceTime(), run.responseTime(), run.wholeRequests(), run.failedAttempts());
        TextTable table = new TextTable();
        table.columns(
                "Latency in ms, histogram",
                List.of("service time", "response time", "whole request", "failed attempt"));
        table.row("  values", cells(columns, latency -> NumberFormat.count(latency.count())));
        durations(table, "  mean", columns, LatencySummary::meanUs);
        durations(table, "  standard deviation", columns, LatencySummary::stdevUs);
        durations(table, "  min", columns, LatencySummary::minUs);
        percentiles(table, columns);
        durations(table, "  max", columns, LatencySummary::maxUs);
        return table;
    }

    private static TextTable methods(RunSummary run) {
        TextTable table = new TextTable();
        table.columns(
                "Service time in ms, by",
                run.methods().stream().map(RunSummary.PercentileMethod::name).toList());
        percentiles(
                table,
                run.methods().stream()
                        .map(RunSummary.PercentileMethod::latencies)
                        .toList());
        return table;
    }

    private static void percentiles(TextTable table, List<LatencySummary> columns) {
        durations(table, "  median (p50)", columns, LatencySummary::p50Us);
        durations(table, "  p75", columns, LatencySummary::p75Us);
        durations(table, "  p90", columns, LatencySummary::p90Us);
        durations(table, "  p95", columns, LatencySummary::p95Us);
        durations(table, "  p99", columns, LatencySummary::p99Us);
        durations(table, "  p99.9", columns, LatencySummary::p999Us);
        durations(table, "  p99.99", columns, LatencySummary::p9999Us);
    }

    private static void durations(
            TextTable table, String name, List<LatencySummary> columns, ToDoubleFunction<LatencySummary> value) {
        table.row(
                name,
                cells(
                        columns,
                        latency -> latency.isEmpty() ? DASH : NumberFormat.milliseconds(value.applyAsDouble(latency))));
    }

    private static List<String> cells(List<LatencySummary> columns, Function<LatencySummary, String> text) {
        return columns.stream().map(text).toList();
    }

    private static String percent(long part, long all) {
        return all == 0 ? DASH : NumberFormat.decimal(100.0 * part / all, 3);
    }

    private static String decimal(OptionalDouble number, int decimals) {
        return number.isPresent() ? NumberFormat.decimal(number.getAsDouble(), decimals) : DASH;
    }
}
