package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.measure.LatencySummary;
import io.github.swipestorm.client.report.document.Document.Table;
import io.github.swipestorm.client.report.document.TextTable;
import io.github.swipestorm.client.report.store.RunDocument.Figures;
import io.github.swipestorm.client.report.store.RunDocument.PercentileMethods;
import io.github.swipestorm.client.report.store.RunDocument.Requests;
import io.github.swipestorm.client.text.NumberFormat;
import io.github.swipestorm.client.text.SafeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The summary of a run as a table for people. Every number has its unit; what cannot be said, a rate without time or a
 * mean without values, is shown as a dash. Lines end with a line feed.
 */
public final class SummaryText {
    private SummaryText() {}

    /** The whole text. */
    public static String of(Figures run, List<String> notes) {
        StringBuilder text = new StringBuilder();
        text.append(totals(run)).append('\n');
        text.append(outcomes(run)).append('\n');
        text.append(latencies(run)).append('\n');
        if (OperationTables.several(run)) {
            text.append(OperationTables.detailed(run)).append('\n');
        }
        run.iterations()
                .ifPresent(iterations ->
                        text.append(IterationTables.whole(iterations)).append('\n'));
        text.append("  service time = done - sent of ok attempts, response time = done - due of ok attempts,\n")
                .append("  first byte = head of the response arrived - sent of ok attempts,\n")
                .append("  whole request = last attempt done - first one sent of ok requests\n");
        if (!run.serviceTimeByMethod().isEmpty()) {
            text.append('\n').append(methods(run));
            run.serviceTimeByMethod()
                    .keySet()
                    .forEach(method -> text.append("  ")
                            .append(method)
                            .append(": ")
                            .append(precision(method, run))
                            .append('\n'));
        }
        if (!notes.isEmpty()) {
            text.append('\n');
            notes.forEach(note -> text.append("Note: ").append(note).append('\n'));
        }
        return text.toString();
    }

    /** The same figures as tables of a document. */
    public static List<Table> tables(Figures run) {
        List<Table> tables = new ArrayList<>(totals(run).tables());
        tables.addAll(outcomes(run).tables());
        tables.addAll(latencies(run).tables());
        if (OperationTables.several(run)) {
            tables.addAll(OperationTables.whole(run).tables());
        }
        run.iterations()
                .ifPresent(iterations ->
                        tables.addAll(IterationTables.whole(iterations).tables()));
        if (!run.serviceTimeByMethod().isEmpty()) {
            tables.addAll(methods(run).tables());
        }
        return tables;
    }

    /** How far off a method may be. */
    private static String precision(String method, Figures run) {
        return switch (method) {
            case Figures.HISTOGRAM -> "nearest rank, up to 0.1 % too high";
            case PercentileMethods.EXACT -> "nearest rank of all values, no error";
            case PercentileMethods.BUCKETED ->
                "straight line within a bucket, off by up to "
                        + NumberFormat.milliseconds(run.bucketWidthUs().orElse(0)) + " ms";
            default -> "a method of another version";
        };
    }

    private static TextTable totals(Figures run) {
        Requests requests = run.requests();
        long attempts = run.attempts().total();
        TextTable table = new TextTable();
        table.heading("Requests");
        table.quantity("  ok", NumberFormat.count(requests.ok()), "requests");
        table.quantity("    at first attempt", NumberFormat.count(requests.okAtFirstAttempt()), "requests");
        table.quantity("    after retries", NumberFormat.count(requests.okAfterRetries()), "requests");
        table.quantity("  failed", NumberFormat.count(requests.failed()), "requests");
        table.quantity("  attempts", NumberFormat.count(attempts), "attempts");
        table.quantity("  amplification", NumberFormat.decimal(run.attempts().amplification(), 3), "attempts/request");
        table.quantity("  success rate", percent(requests.ok(), requests.ended()), "% of requests begun");
        table.quantity("  failed share", percent(requests.failed(), requests.ended()), "% of requests begun");
        table.quantity("  errors", NumberFormat.percentage(run.errorShare(), 3), "% of attempts");
        table.heading("Load");
        OptionalInt workers = run.workers();
        table.quantity(
                "  threads",
                workers.isPresent() ? NumberFormat.count(workers.getAsInt()) : NumberFormat.DASH,
                "workers");
        table.quantity("  wall time", NumberFormat.decimal(run.wallTimeSeconds(), 3), "s");
        table.quantity("  throughput", NumberFormat.decimal(run.throughputPerSecond(), 2), "ok requests/s");
        table.quantity(
                "  variation of seconds",
                NumberFormat.percentage(run.throughputVariationShare(), 3),
                "% of the mean (standard deviation)");
        table.quantity("  bodies received", NumberFormat.decimal(run.bodyBytesPerSecond(), 0), "bytes/s");
        table.quantity("  requests sent", NumberFormat.decimal(run.sentBytesPerSecond(), 0), "bytes/s");
        return table;
    }

    private static TextTable outcomes(Figures run) {
        Map<Integer, Long> statuses = new TreeMap<>(run.attempts().byStatus());
        Map<String, Long> failures = new TreeMap<>(run.attempts().byFailure());
        TextTable table = new TextTable();
        table.heading("Attempts by outcome");
        statuses.forEach(
                (status, count) -> table.quantity("  status " + status, NumberFormat.count(count), "attempts"));
        if (run.attempts().withoutStatus() > 0) {
            table.quantity("  answered", NumberFormat.count(run.attempts().withoutStatus()), "attempts");
        }
        failures.forEach(
                (word, count) -> table.quantity("  " + SafeText.plain(word), NumberFormat.count(count), "attempts"));
        if (statuses.isEmpty() && failures.isEmpty() && run.attempts().withoutStatus() == 0) {
            table.quantity("  none", "0", "attempts");
        }
        return table;
    }

    private static TextTable latencies(Figures run) {
        List<LatencySummary> columns = List.of(
                run.latency().serviceTime(),
                run.latency().responseTime(),
                run.latency().timeToFirstByte(),
                run.latency().wholeRequests(),
                run.latency().failedAttempts());
        TextTable table = new TextTable();
        table.columns(
                "Latency in ms, histogram",
                List.of("service time", "response time", "first byte", "whole request", "failed attempt"));
        table.row("  values", cells(columns, latency -> NumberFormat.count(latency.count())));
        durations(table, "  mean", columns, LatencySummary::meanUs);
        durations(table, "  standard deviation", columns, LatencySummary::stdevUs);
        durations(table, "  min", columns, LatencySummary::minUs);
        percentiles(table, columns);
        durations(table, "  max", columns, LatencySummary::maxUs);
        return table;
    }

    private static TextTable methods(Figures run) {
        TextTable table = new TextTable();
        table.columns(
                "Service time in ms, by", List.copyOf(run.serviceTimeByMethod().keySet()));
        percentiles(table, List.copyOf(run.serviceTimeByMethod().values()));
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
                        latency -> latency.isEmpty()
                                ? NumberFormat.DASH
                                : NumberFormat.milliseconds(value.applyAsDouble(latency))));
    }

    private static List<String> cells(List<LatencySummary> columns, Function<LatencySummary, String> text) {
        return columns.stream().map(text).toList();
    }

    private static String percent(long part, long all) {
        return all == 0 ? NumberFormat.DASH : NumberFormat.decimal(100.0 * part / all, 3);
    }
}
