package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.measure.LatencySummary;
import io.github.swipestorm.client.registry.EnumLabels;
import io.github.swipestorm.client.report.document.Document;
import io.github.swipestorm.client.report.document.Document.Command;
import io.github.swipestorm.client.report.document.Document.Conclusion;
import io.github.swipestorm.client.report.document.Document.Heading;
import io.github.swipestorm.client.report.document.Document.Part;
import io.github.swipestorm.client.report.document.Document.Table;
import io.github.swipestorm.client.report.document.Document.Warning;
import io.github.swipestorm.client.report.document.FieldTable;
import io.github.swipestorm.client.report.store.ObjectiveSection;
import io.github.swipestorm.client.text.NumberFormat;
import io.github.swipestorm.client.verdict.Bound;
import io.github.swipestorm.client.verdict.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * Composes the document of one run: what limited it, the figures, the charts, its plan and environment, and how to
 * repeat it. Data that only the run itself has comes from its {@code summary.json}, which is optional for a file of
 * records.
 */
final class RunPage {
    private final RunData run;
    private final JsonNode summary;
    private final Optional<Verdict> verdict;
    private final List<Table> more;
    private final List<Part> parts = new ArrayList<>();

    private RunPage(RunData run, JsonNode summary, Optional<Verdict> verdict, List<Table> more) {
        this.run = run;
        this.summary = summary;
        this.verdict = verdict;
        this.more = more;
    }

    /**
     * The document.
     *
     * @param summary the content of {@code summary.json}; an empty object when there is none
     * @param verdict on the run, if there is one
     * @param more tables to add to the results
     */
    static Document of(RunData run, JsonNode summary, Optional<Verdict> verdict, List<Table> more) {
        return new RunPage(run, summary, verdict, more).document();
    }

    private Document document() {
        parts.add(conclusion());
        warnings();
        RunCharts charts = new RunCharts(run);
        section("Over time", charts.overTime());
        section(
                "Results",
                Stream.concat(SummaryText.tables(run.summary()).stream(), more.stream())
                        .toList());
        section("Latency", charts.latencies());
        section("Client, server and machine", charts.telemetry());
        section("Plan", fields("plan"));
        section("Environment", fields("environment"));
        if (!summary.path("command").asString("").isEmpty()) {
            section(
                    "How to repeat it",
                    List.of(new Command(summary.path("command").asString())));
        }
        return new Document("Run " + run.name(), parts);
    }

    private void section(String heading, List<? extends Part> content) {
        if (!content.isEmpty()) {
            parts.add(new Heading(heading));
            parts.addAll(content);
        }
    }

    private List<Table> fields(String name) {
        Table table = FieldTable.of("", summary.path(name));
        return table.rows().isEmpty() ? List.of() : List.of(table);
    }

    private Conclusion conclusion() {
        String throughput = run.summary().throughput().isPresent()
                ? NumberFormat.decimal(run.summary().throughput().getAsDouble(), 2) + " ok requests/s"
                : "no time passed";
        List<String> lines = new ArrayList<>(objectives());
        inconclusive().ifPresent(lines::add);
        verdict.ifPresent(known -> lines.addAll(List.of(known.consequence(), known.evidence())));
        responseTimes().ifPresent(lines::add);
        return new Conclusion(
                verdict.map(known -> capital(known.bound().toString()) + ": " + atLeast(known) + throughput)
                        .orElse(capital(throughput)),
                lines);
    }

    /** The objectives, the missed ones first. */
    private List<String> objectives() {
        return summary.path("objectives")
                .valueStream()
                .sorted(Comparator.comparing(judged -> judged.path("met").asBoolean(false)))
                .map(judged -> (judged.path("met").isNull()
                                ? "INCONCLUSIVE: "
                                : judged.path("met").asBoolean(false) ? "Met: " : "MISSED: ")
                        + judged.path("objective").asString("") + ", "
                        + ObjectiveSection.measured(judged)
                                .map(measured -> "measured " + measured)
                                .orElse("nothing was measured"))
                .toList();
    }

    private Optional<String> inconclusive() {
        return summary.path("inconclusive")
                .stringValueOpt()
                .map(reason -> "Inconclusive, as the client may be the cause: " + reason);
    }

    /** The server's limit is unknown for a run that the client limited. */
    private static String atLeast(Verdict known) {
        return known.bound() == Bound.CLIENT ? "at least " : "";
    }

    private Optional<String> responseTimes() {
        LatencySummary response = run.summary().responseTime();
        return response.isEmpty()
                ? Optional.empty()
                : Optional.of("Response times of ok requests: half within "
                        + NumberFormat.milliseconds(response.p50Us())
                        + " ms, 99 % within " + NumberFormat.milliseconds(response.p99Us()) + " ms, the longest "
                        + NumberFormat.milliseconds(response.maxUs()) + " ms");
    }

    private static String capital(String text) {
        return text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    }

    private void warnings() {
        EnumLabels.find(StopReason.values(), summary.path("endedBecause").asString(""))
                .flatMap(reason ->
                        TerminationNotice.of(reason, summary.at("/plan/target").asString(""), Optional.empty()))
                .ifPresent(this::warn);
        if (summary.at("/plan/insecure").asBoolean(false)) {
            warn(TlsWarning.WARNING);
        }
        String unmet = summary.at("/offered/why").asString("");
        if (!unmet.isEmpty()) {
            warn("The offered rate was not met: " + unmet);
        }
        String incomplete = summary.at("/probe/incomplete").asString("");
        if (!incomplete.isEmpty()) {
            warn("The probe after the run is not complete: " + incomplete);
        }
        summary.path("violations").forEach(line -> warn("The numbers do not add up: " + line.asString()));
        summary.path("problems").forEach(line -> warn(line.asString()));
        run.summary().notes().forEach(this::warn);
    }

    private void warn(String text) {
        parts.add(new Warning(text));
    }
}
