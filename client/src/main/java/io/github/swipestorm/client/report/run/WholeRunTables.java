package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.measure.LatencySummary;
import io.github.swipestorm.client.report.document.Document.Table;
import io.github.swipestorm.client.report.document.TextTable;
import io.github.swipestorm.client.report.store.RunDocument;
import io.github.swipestorm.client.report.store.RunDocument.Figures;
import io.github.swipestorm.client.report.store.RunDocument.Findings;
import io.github.swipestorm.client.report.store.RunDocument.Latencies;
import io.github.swipestorm.client.report.store.RunDocument.Offered;
import io.github.swipestorm.client.report.store.RunDocument.Probed;
import io.github.swipestorm.client.report.store.RunDocument.Steady;
import io.github.swipestorm.client.report.store.RunDocument.Tail;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Data of the whole run, which parts of its records lack: its connections, its offered load, and why attempts failed.
 */
final class WholeRunTables {

    static final String WHY_FAILED = "Why attempts failed";

    private static final String PROBE = "Probe after the run, not counted";
    private static final List<String> PROBE_COLUMNS = List.of("workers", "ok requests/s", "failed requests", "seconds");

    private WholeRunTables() {}

    /** The tables that have content. */
    static List<Table> of(RunDocument run) {
        Findings findings = run.findings();
        List<Table> tables = new ArrayList<>();
        connections(run).ifPresent(table -> tables.addAll(table.tables()));
        List<List<String>> changes = Stream.of(
                        findings.steadiness().flatMap(Steady::answerSize).map(Steady.Answers::description),
                        findings.tail().map(Tail::description))
                .flatMap(Optional::stream)
                .map(List::of)
                .toList();
        if (!changes.isEmpty()) {
            tables.add(new Table("What changed during the run", List.of(""), changes));
        }
        findings.offered()
                .ifPresent(
                        offered -> tables.addAll(offered(offered, run.figures()).tables()));
        wakeUps(run).ifPresent(table -> tables.addAll(table.tables()));
        findings.probe()
                .filter(probe -> !probe.phases().isEmpty())
                .ifPresent(probe -> tables.add(new Table(PROBE, PROBE_COLUMNS, phases(probe))));
        List<List<String>> failures = findings.failureDetails().entrySet().stream()
                .map(detail -> List.of(detail.getKey(), NumberFormat.count(detail.getValue())))
                .toList();
        if (!failures.isEmpty()) {
            tables.add(new Table(WHY_FAILED, List.of("", "attempts"), failures));
        }
        return tables;
    }

    /** The results of a probe, for the console. */
    static TextTable probe(Probed probe) {
        TextTable table = new TextTable();
        table.columns(PROBE, PROBE_COLUMNS.subList(1, PROBE_COLUMNS.size()));
        phases(probe).forEach(cells -> table.row("  " + cells.get(0) + " workers", cells.subList(1, cells.size())));
        return table;
    }

    private static List<List<String>> phases(Probed probe) {
        return probe.phases().stream()
                .map(phase -> List.of(
                        NumberFormat.count(phase.threads()),
                        NumberFormat.decimal(phase.throughputPerSecond(), 2),
                        NumberFormat.count(phase.requestsFailed()),
                        NumberFormat.decimal(phase.wallTimeSeconds(), 3)))
                .toList();
    }

    /** How long connecting took; empty when no connection was made, or it is not known. */
    static Optional<TextTable> connections(RunDocument document) {
        Latencies run = document.figures().latency();
        LatencySummary connects = run.connectTime();
        if (connects.isEmpty()) {
            return Optional.empty();
        }
        TextTable table = new TextTable();
        table.heading("Connections");
        table.quantity("  made", NumberFormat.count(connects.count()), "connections");
        times(table, "  connect time", connects);
        if (!run.nameLookupTime().isEmpty()) {
            table.quantity(
                    "    name lookup",
                    NumberFormat.milliseconds(run.nameLookupTime().maxUs()),
                    "ms");
        }
        if (!run.tlsHandshakeTime().isEmpty()) {
            times(table, "    TLS handshake", run.tlsHandshakeTime());
        }
        document.findings().http().ifPresent(used -> {
            table.quantity("  version of HTTP", used.version(), "");
            used.permittedStreams()
                    .ifPresent(streams ->
                            table.quantity("  permitted in flight, fewest", NumberFormat.count(streams), "requests"));
            if (used.resent() > 0) {
                table.quantity("  not processed, sent again", NumberFormat.count(used.resent()), "requests");
            }
        });
        return Optional.of(table);
    }

    private static void times(TextTable table, String name, LatencySummary times) {
        table.quantity(name + ", median", NumberFormat.milliseconds(times.p50Us()), "ms");
        table.quantity(name + ", p99", NumberFormat.milliseconds(times.p99Us()), "ms");
        table.quantity(name + ", max", NumberFormat.milliseconds(times.maxUs()), "ms");
    }

    static TextTable offered(Offered offered, Figures run) {
        String unit = run.iterations().isPresent() ? "iterations" : "requests";
        TextTable table = new TextTable();
        table.heading("Offered load");
        table.quantity(
                "  " + unit + " due",
                NumberFormat.decimal(offered.offeredPerSecond().orElse(0), 2),
                unit + "/s");
        table.quantity(
                "  " + unit + " begun",
                NumberFormat.decimal(offered.begunPerSecond().orElse(0), 2),
                unit + "/s");
        offered.workersUsed()
                .ifPresent(workers -> table.quantity("  workers used", NumberFormat.count(workers), "workers"));
        // Only the first request of an iteration is due by the rate; when the others are due, its own steps decide.
        lag(
                table,
                run.iterations().isPresent() ? "late" : "send lag",
                run.iterations()
                        .map(iterations -> iterations.all().lag())
                        .orElse(run.latency().sendLag()));
        return table;
    }

    /** How late users were woken in a closed loop; empty when they did not think. */
    static Optional<TextTable> wakeUps(RunDocument run) {
        boolean thinks = run.figures()
                .iterations()
                .flatMap(iterations ->
                        iterations.all().meanThinkingSeconds().stream().boxed().findFirst())
                .filter(seconds -> seconds > 0)
                .isPresent();
        LatencySummary lag = run.figures().latency().sendLag();
        if (!thinks || lag.isEmpty() || run.findings().offered().isPresent()) {
            return Optional.empty();
        }
        TextTable table = new TextTable();
        table.heading("Requests after think time");
        lag(table, "woke up late by", lag);
        return Optional.of(table);
    }

    private static void lag(TextTable table, String name, LatencySummary lag) {
        table.quantity("  " + name + ", median", NumberFormat.milliseconds(lag.p50Us()), "ms");
        table.quantity("  " + name + ", p99", NumberFormat.milliseconds(lag.p99Us()), "ms");
        table.quantity("  " + name + ", max", NumberFormat.milliseconds(lag.maxUs()), "ms");
    }
}
