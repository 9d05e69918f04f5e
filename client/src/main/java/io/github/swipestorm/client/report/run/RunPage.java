package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.measure.LatencySummary;
import io.github.swipestorm.client.objective.Objectives.Status;
import io.github.swipestorm.client.report.document.Document;
import io.github.swipestorm.client.report.document.Document.Command;
import io.github.swipestorm.client.report.document.Document.Conclusion;
import io.github.swipestorm.client.report.document.Document.Heading;
import io.github.swipestorm.client.report.document.Document.Paragraph;
import io.github.swipestorm.client.report.document.Document.Part;
import io.github.swipestorm.client.report.document.Document.Table;
import io.github.swipestorm.client.report.document.Document.Warning;
import io.github.swipestorm.client.report.document.FieldTable;
import io.github.swipestorm.client.report.store.RunDocument;
import io.github.swipestorm.client.report.store.RunDocument.Agent;
import io.github.swipestorm.client.report.store.RunDocument.Figures;
import io.github.swipestorm.client.report.store.RunDocument.Offered;
import io.github.swipestorm.client.report.store.RunDocument.Probed;
import io.github.swipestorm.client.text.NumberFormat;
import io.github.swipestorm.client.verdict.Bound;
import io.github.swipestorm.client.verdict.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/**
 * Composes the page of one run: what limited it, the figures, the charts, its plan and environment, and how to repeat it. Whether
 * the run is just over or its files were read makes no difference.
 */
final class RunPage {
    private final RunData charts;
    private final RunDocument run;
    private final Figures figures;
    private final List<String> notes;
    private final boolean whole;
    private final List<Part> parts = new ArrayList<>();

    private RunPage(RunData charts, RunDocument run, Figures figures, List<String> notes, boolean whole) {
        this.charts = charts;
        this.run = run;
        this.figures = figures;
        this.notes = notes;
        this.whole = whole;
    }

    /** The page of a run with the figures that it counted itself. */
    static Document of(RunData charts, RunDocument run) {
        return of(charts, run, run.figures(), List.of(), true);
    }

    /**
     * The page.
     *
     * @param charts what they show
     * @param run what its {@code summary.json} has
     * @param figures its own, or those that its records tell
     * @param notes what a reader must know besides, a line each
     * @param whole whether the figures are of all attempts of the run; verdict, objectives and some tables are those of the whole
     *     run, and are left out otherwise
     */
    static Document of(RunData charts, RunDocument run, Figures figures, List<String> notes, boolean whole) {
        return new RunPage(charts, run, figures, notes, whole).document();
    }

    /** The conclusion, warnings and tables without charts, for the summary of a CI job. */
    static Document brief(RunDocument run, String name) {
        RunPage page = new RunPage(null, run, run.figures(), List.of(), true);
        page.parts.add(page.conclusion());
        page.warnings();
        page.parts.addAll(SummaryText.tables(run.figures()));
        return new Document("Run " + name, page.parts);
    }

    private Document document() {
        parts.add(conclusion());
        warnings();
        RunCharts pictures = new RunCharts(charts);
        section("Over time", pictures.overTime());
        section(
                "Results",
                Stream.concat(
                                SummaryText.tables(figures).stream(),
                                whole ? WholeRunTables.of(run).stream() : Stream.empty())
                        .toList());
        section("Agents", agents(run.findings().agents(), pictures));
        section("Latency", pictures.latencies());
        section("Client, server and machine", pictures.telemetry());
        section("Plan", fields(run.start().plan()));
        section("Environment", fields(run.start().environment()));
        if (!run.start().command().isEmpty()) {
            section("How to repeat it", List.of(new Command(run.start().command())));
        }
        String request = run.start()
                .plan()
                .filter(plan -> plan.request() != null)
                .map(plan -> ": " + plan.destination())
                .orElse("");
        return new Document("Run " + charts.name() + request, parts);
    }

    private List<Part> agents(List<Agent> agents, RunCharts pictures) {
        List<Part> parts = new ArrayList<>();
        if (whole && !agents.isEmpty()) {
            parts.addAll(AgentTables.whole(agents).tables());
        }
        AgentTables.records(agents).forEach(place -> parts.add(new Paragraph("Records: " + place)));
        parts.addAll(pictures.byAgent());
        return parts;
    }

    private void section(String heading, List<? extends Part> content) {
        if (!content.isEmpty()) {
            parts.add(new Heading(heading));
            parts.addAll(content);
        }
    }

    private static List<Table> fields(Optional<? extends Record> settings) {
        return settings.map(FieldTable::of).filter(table -> !table.rows().isEmpty()).stream()
                .toList();
    }

    private Conclusion conclusion() {
        OptionalDouble rate = figures.throughputPerSecond();
        String throughput =
                rate.isPresent() ? NumberFormat.decimal(rate.getAsDouble(), 2) + " ok requests/s" : "no time passed";
        List<String> lines = new ArrayList<>();
        Optional<Verdict> verdict = run.findings().verdict().filter(known -> whole);
        if (whole) {
            lines.addAll(objectives());
            run.findings()
                    .inconclusive()
                    .ifPresent(reason -> lines.add("Inconclusive, as the client may be the cause: " + reason));
        }
        verdict.ifPresent(known -> lines.addAll(List.of(known.consequence(), known.evidence())));
        responseTimes().ifPresent(lines::add);
        return new Conclusion(
                verdict.map(known -> capital(known.bound().toString()) + ": " + atLeast(known) + throughput)
                        .orElse(capital(throughput)),
                lines);
    }

    /** The objectives, the missed ones first. */
    private List<String> objectives() {
        return run.findings().objectives().stream()
                .sorted(Comparator.comparing(judged -> judged.status() == Status.MET))
                .map(judged -> (judged.status() == Status.MET
                                ? "Met: "
                                : judged.status().toString().toUpperCase(Locale.ROOT) + ": ")
                        + judged.objective() + ", "
                        + run.measured(judged))
                .toList();
    }

    /** The server's limit is unknown for a run that the client limited. */
    private static String atLeast(Verdict known) {
        return known.bound() == Bound.CLIENT ? "at least " : "";
    }

    private Optional<String> responseTimes() {
        LatencySummary response = figures.latency().responseTime();
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
        TerminationNotice.of(run).ifPresent(this::warn);
        TlsWarning.of(run).ifPresent(this::warn);
        LoadChangeNotice.of(run).ifPresent(this::warn);
        run.findings().offered().flatMap(Offered::why).ifPresent(why -> warn("The offered rate was not met: " + why));
        run.findings()
                .probe()
                .flatMap(Probed::incomplete)
                .ifPresent(why -> warn("The probe after the run is not complete: " + why));
        AgentTables.warnings(run).forEach(this::warn);
        OperationTables.unlikelyShares(run.figures()).forEach(this::warn);
        run.findings().violations().forEach(line -> warn("The numbers do not add up: " + line));
        run.findings().problems().forEach(this::warn);
        notes.forEach(this::warn);
    }

    private void warn(String text) {
        parts.add(new Warning(text));
    }
}
