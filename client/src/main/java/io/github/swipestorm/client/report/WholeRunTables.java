package io.github.swipestorm.client.report;

import io.github.swipestorm.client.report.Document.Table;
import io.github.swipestorm.client.stats.Figures;
import io.github.swipestorm.client.stats.LatencySummary;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** What only the run as a whole tells, and no part of its records: its connections, its offered load, and why attempts failed. */
final class WholeRunTables {

    static final String WHY_FAILED = "Why attempts failed";

    private WholeRunTables() {}

    /**
     * The tables, as far as there is something to tell.
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
        JsonNode offered = summary.path("offered");
        if (offered.isObject()) {
            tables.addAll(offered(
                            offered.path("offeredPerSecond").asDouble(0),
                            offered.path("begunPerSecond").asDouble(0),
                            SummaryFile.latencies(latency.path("sendLag")))
                    .tables());
        }
        List<List<String>> failures = summary.path("failureDetails").properties().stream()
                .map(detail ->
                        List.of(detail.getKey(), Figures.count(detail.getValue().asLong(0))))
                .toList();
        if (!failures.isEmpty()) {
            tables.add(new Table(WHY_FAILED, List.of("", "attempts"), failures));
        }
        return tables;
    }

    static TextTable connections(LatencySummary connects) {
        TextTable table = new TextTable();
        table.heading("Connections");
        table.quantity("  made", Figures.count(connects.count()), "connections");
        table.quantity("  connect time, median", Figures.milliseconds(connects.p50Us()), "ms");
        table.quantity("  connect time, p99", Figures.milliseconds(connects.p99Us()), "ms");
        table.quantity("  connect time, max", Figures.milliseconds(connects.maxUs()), "ms");
        return table;
    }

    static TextTable offered(double duePerSecond, double begunPerSecond, LatencySummary sendLag) {
        TextTable table = new TextTable();
        table.heading("Offered load");
        table.quantity("  requests due", Figures.decimal(duePerSecond, 2), "requests/s");
        table.quantity("  requests begun", Figures.decimal(begunPerSecond, 2), "requests/s");
        table.quantity("  send lag, median", Figures.milliseconds(sendLag.p50Us()), "ms");
        table.quantity("  send lag, p99", Figures.milliseconds(sendLag.p99Us()), "ms");
        table.quantity("  send lag, max", Figures.milliseconds(sendLag.maxUs()), "ms");
        return table;
    }
}
