package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.engine.Probe;
import io.github.swipestorm.client.measure.LatencySummary;
import io.github.swipestorm.client.report.document.Document.Table;
import io.github.swipestorm.client.report.document.TextTable;
import io.github.swipestorm.client.report.store.SummaryFile;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Data of the whole run, which parts of its records lack: its connections, its offered load, and why attempts failed.
 */
final class WholeRunTables {

    static final String WHY_FAILED = "Why attempts failed";

    private static final String PROBE = "Probe after the run, not counted";
    private static final List<String> PROBE_COLUMNS = List.of("workers", "ok requests/s", "failed requests", "seconds");

    private WholeRunTables() {}

    /**
     * The tables that have content.
     *
     * @param summary the content of {@code summary.json}; an empty object when there is none
     */
    static List<Table> of(JsonNode summary) {
        List<Table> tables = new ArrayList<>();
        JsonNode latency = summary.path("latency");
        LatencySummary connects = SummaryFile.latencies(latency.path("connectTime"));
        if (!connects.isEmpty()) {
            tables.addAll(connections(connects).tables());
        }
        List<List<String>> changes = Stream.of("/steadiness/answerSize", "/tail")
                .map(path -> summary.at(path + "/description").asString(""))
                .filter(text -> !text.isEmpty())
                .map(List::of)
                .toList();
        if (!changes.isEmpty()) {
            tables.add(new Table("What changed in the course of the run", List.of(""), changes));
        }
        JsonNode offered = summary.path("offered");
        if (offered.isObject()) {
            tables.addAll(offered(
                            offered.path("offeredPerSecond").asDouble(0),
                            offered.path("begunPerSecond").asDouble(0),
                            SummaryFile.latencies(latency.path("sendLag")))
                    .tables());
        }
        List<List<String>> phases = summary.path("probe")
                .path("phases")
                .valueStream()
                .map(phase -> probed(
                        phase.path("threads").asLong(0),
                        phase.path("throughputPerSecond").asDouble(0),
                        phase.path("requestsFailed").asLong(0),
                        phase.path("wallTimeSeconds").asDouble(0)))
                .toList();
        if (!phases.isEmpty()) {
            tables.add(new Table(PROBE, PROBE_COLUMNS, phases));
        }
        List<List<String>> failures = summary.path("failureDetails").properties().stream()
                .map(detail -> List.of(
                        detail.getKey(), NumberFormat.count(detail.getValue().asLong(0))))
                .toList();
        if (!failures.isEmpty()) {
            tables.add(new Table(WHY_FAILED, List.of("", "attempts"), failures));
        }
        return tables;
    }

    /** The results of a probe, for the console. */
    static TextTable probe(Probe probe) {
        TextTable table = new TextTable();
        table.columns(PROBE, PROBE_COLUMNS.subList(1, PROBE_COLUMNS.size()));
        for (Probe.Phase phase : probe.phases()) {
            List<String> cells = probed(
                    phase.threads(),
                    phase.throughput(),
                    phase.counts().failed(),
                    phase.wallTime().toNanos() / 1e9);
            table.row("  " + cells.get(0) + " workers", cells.subList(1, cells.size()));
        }
        return table;
    }

    private static List<String> probed(long threads, double perSecond, long failed, double seconds) {
        return List.of(
                NumberFormat.count(threads),
                NumberFormat.decimal(perSecond, 2),
                NumberFormat.count(failed),
                NumberFormat.decimal(seconds, 3));
    }

    static TextTable connections(LatencySummary connects) {
        TextTable table = new TextTable();
        table.heading("Connections");
        table.quantity("  made", NumberFormat.count(connects.count()), "connections");
        table.quantity("  connect time, median", NumberFormat.milliseconds(connects.p50Us()), "ms");
        table.quantity("  connect time, p99", NumberFormat.milliseconds(connects.p99Us()), "ms");
        table.quantity("  connect time, max", NumberFormat.milliseconds(connects.maxUs()), "ms");
        return table;
    }

    static TextTable offered(double duePerSecond, double begunPerSecond, LatencySummary sendLag) {
        TextTable table = new TextTable();
        table.heading("Offered load");
        table.quantity("  requests due", NumberFormat.decimal(duePerSecond, 2), "requests/s");
        table.quantity("  requests begun", NumberFormat.decimal(begunPerSecond, 2), "requests/s");
        table.quantity("  send lag, median", NumberFormat.milliseconds(sendLag.p50Us()), "ms");
        table.quantity("  send lag, p99", NumberFormat.milliseconds(sendLag.p99Us()), "ms");
        table.quantity("  send lag, max", NumberFormat.milliseconds(sendLag.maxUs()), "ms");
        return table;
    }
}
