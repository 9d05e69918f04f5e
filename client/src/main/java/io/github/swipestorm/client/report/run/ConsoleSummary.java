package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.experiment.Objectives.Judgement;
import io.github.swipestorm.client.experiment.Objectives.Status;
import io.github.swipestorm.client.inference.ConfidenceInterval;
import io.github.swipestorm.client.inference.Steadiness;
import io.github.swipestorm.client.inference.Steadiness.SteadyPart;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.measure.LatencySummary;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.SelfWarmUp;
import io.github.swipestorm.client.record.RecordsFileStatus;
import io.github.swipestorm.client.report.document.TextTable;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.text.NumberFormat;
import io.github.swipestorm.client.text.SafeText;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.verdict.LittlesLawCheck;
import io.github.swipestorm.client.verdict.OfferedLoad;
import io.github.swipestorm.client.verdict.Verdict;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A run's result on the console: the verdict first, at most {@value #MOST_LINES} lines, the last of them the directory with
 * everything else. On request all tables follow the verdict.
 */
public final class ConsoleSummary {

    /** The short form never exceeds this, however many problems there are. */
    static final int MOST_LINES = 20;

    /** How many lines of a kind the short form shows before it says how many more there are. */
    private static final int MOST_OF_A_KIND = 2;

    private static final int LABEL_WIDTH = 15;

    private final PrintWriter out;
    private final boolean details;

    /** @param details whether to print every table, and not the short form */
    public ConsoleSummary(PrintWriter out, boolean details) {
        this.out = out;
        this.details = details;
    }

    /** Prints the result and the reconciliation of its counts. */
    public void print(RunResult result, RunReport report) {
        LoadPlan plan = result.plan();
        TerminationNotice.of(result.reason(), plan.target().toString(), result.workerDeath())
                .ifPresent(this::line);
        TlsWarning.of(plan).ifPresent(this::line);
        verdict(report.verdict());
        if (details) {
            tables(result, report);
        } else {
            figures(result, report);
        }
        checks(result, report);
        several(wrong(report));
        report.files().stream()
                .findFirst()
                .ifPresent(file -> line("Files: " + file.toAbsolutePath().getParent()));
        out.flush();
    }

    /** Prints only what a reader must not miss, for users who asked for no result or for another form of it. */
    public void printWhatWentWrong(RunResult result, RunReport report) {
        TerminationNotice.of(result.reason(), result.plan().target().toString(), result.workerDeath())
                .ifPresent(this::line);
        several(wrong(report));
        out.flush();
    }

    private static List<String> wrong(RunReport report) {
        return Stream.concat(
                        report.violations().stream().map(text -> "ERROR: the numbers do not add up: " + text),
                        report.problems().stream().map(text -> "PROBLEM: " + text))
                .toList();
    }

    private void figures(RunResult result, RunReport report) {
        Counts counts = result.counts();
        labelled("Load", load(result.plan()));
        long more = counts.attempts() - counts.ended();
        if (counts.attempts() > counts.ended() && counts.ended() > 0) {
            labelled(
                    "Retries",
                    NumberFormat.count(more) + " attempts more than requests: "
                            + NumberFormat.percent((double) more / counts.ended()) + " more load");
        }
        labelled(
                "Requests",
                NumberFormat.count(counts.ok()) + " ok, " + NumberFormat.count(counts.failed()) + " failed, "
                        + NumberFormat.count(result.dropped()) + " never sent; attempts: " + outcomes(counts)
                        + (counts.failedAttempts() == 0
                                ? ""
                                : "; errors "
                                        + NumberFormat.percent((double) counts.failedAttempts() / counts.attempts())
                                        + " of attempts"));
        report.summary()
                .throughput()
                .ifPresent(rate -> labelled(
                        "Throughput",
                        NumberFormat.decimal(rate, 2) + " ok requests/s over "
                                + NumberFormat.decimal(result.wallTime().toNanos() / 1e9, 3) + " s"));
        steady(report.steadiness());
        result.tail().ifPresent(tail -> labelled("  tail", tail.description()));
        report.steadiness().answerSize().ifPresent(size -> labelled("  answer size", size.description()));
        LatencySummary response = report.summary().responseTime();
        if (!response.isEmpty()) {
            labelled(
                    "Response time",
                    "p50 " + NumberFormat.milliseconds(response.p50Us()) + ", p90 "
                            + NumberFormat.milliseconds(response.p90Us())
                            + ", p99 " + NumberFormat.milliseconds(response.p99Us()) + ", p99.9 "
                            + NumberFormat.milliseconds(response.p999Us()) + " ms");
        }
        OfferedLoad.of(result).ifPresent(offered -> labelled("Offered rate", met(offered)));
        if (!report.objectives().all().isEmpty()) {
            labelled(
                    "Objectives",
                    report.judgements().isEmpty()
                            ? "not judged, as the run ended early"
                            : report.judgements().stream()
                                    .map(ConsoleSummary::judged)
                                    .collect(Collectors.joining("; ")));
            inconclusive(report).ifPresent(text -> line("  " + text));
        }
        List<String> why = result.recorded().failureDetails().entrySet().stream()
                .map(failure -> "Failed: " + NumberFormat.count(failure.getValue()) + " x " + failure.getKey())
                .toList();
        several(why);
    }

    /** The throughput of the steady part beside that of the run, or why there is none. */
    private void steady(Steadiness steadiness) {
        if (steadiness.part().isEmpty()) {
            labelled("  steady part", "none; " + steadiness.finding() + ": " + steadiness.description());
            return;
        }
        SteadyPart part = steadiness.part().get();
        ConfidenceInterval interval = part.throughput().interval();
        labelled(
                "  steady part",
                NumberFormat.decimal(part.throughput().value(), 2) + " ok attempts/s from second " + part.fromSecond()
                        + " to " + part.toSecond() + ", 95 % interval " + NumberFormat.decimal(interval.low(), 0)
                        + " to "
                        + NumberFormat.decimal(interval.high(), 0)
                        + (steadiness.finding().steady() ? "" : "; " + steadiness.finding()));
    }

    private static String outcomes(Counts counts) {
        List<String> outcomes = new ArrayList<>();
        new TreeMap<>(counts.attemptsByStatus())
                .forEach((status, attempts) -> outcomes.add(NumberFormat.count(attempts) + " x status " + status));
        counts.attemptsByFailure()
                .forEach((kind, attempts) -> outcomes.add(NumberFormat.count(attempts) + " x " + kind.word()));
        return outcomes.isEmpty() ? "none" : String.join(", ", outcomes);
    }

    private static String judged(Judgement judgement) {
        String unit = judgement.objective().unit();
        return judgement.objective() + " "
                + word(judgement.status())
                + (judgement.measured().isPresent()
                        ? " (" + NumberFormat.decimal(judgement.measured().getAsDouble(), 3) + " " + unit + ")"
                        : "");
    }

    /** All lines of a kind if details were asked for; otherwise two, the second of which may say how many there are. */
    private void several(List<String> lines) {
        boolean all = details || lines.size() <= MOST_OF_A_KIND;
        int shown = all ? lines.size() : MOST_OF_A_KIND - 1;
        lines.stream().limit(shown).forEach(this::line);
        if (!all) {
            line("  and " + NumberFormat.count(lines.size() - shown) + " more: see " + Setting.DETAILS
                    + ", or summary.json");
        }
    }

    private void labelled(String label, String text) {
        line(label + ":" + " ".repeat(LABEL_WIDTH - 1 - label.length()) + text);
    }

    private void tables(RunResult result, RunReport report) {
        LoadPlan plan = result.plan();
        line(load(plan));
        plan.openLoop().ifPresent(loop -> line("Open loop: " + described(loop)));
        result.selfWarmUp()
                .ifPresent(warmUp -> line("Before it, not counted: "
                        + NumberFormat.count(warmUp.counts().attempts())
                        + " requests to "
                        + (plan.warmUp().self() == SelfWarmUp.STUB ? "a stub in the client" : "the target")
                        + " in " + NumberFormat.decimal(warmUp.wallTime().toNanos() / 1e9, 3)
                        + " s, to warm the client's own code up"));
        result.warmUp()
                .ifPresent(warmUp -> line("Before it, not counted: a warm-up of "
                        + NumberFormat.count(warmUp.counts().ended()) + " requests in "
                        + NumberFormat.decimal(warmUp.wallTime().toNanos() / 1e9, 3) + " s"));
        line("");
        out.print(SummaryText.of(report.summary()));
        line("");
        LatencySummary connects = result.connects().summary();
        if (!connects.isEmpty()) {
            out.print(WholeRunTables.connections(connects));
            line("");
        }
        result.probe().ifPresent(probe -> {
            if (!probe.phases().isEmpty()) {
                out.print(WholeRunTables.probe(probe));
            }
            probe.incomplete().ifPresent(why -> line("The probe after the run is not complete: " + why));
            line("");
        });
        OfferedLoad.of(result).ifPresent(this::printOffered);
        objectives(result, report);
        ClientAndServer.table(result.telemetry()).ifPresent(table -> out.print(table + "\n"));
        failures(result);
        LittlesLawCheck.of(result).map(ConsoleSummary::little).ifPresent(this::line);
    }

    private static String load(LoadPlan plan) {
        return plan.model().title() + " model, " + senders(plan) + ", transport " + transportName(plan.transport())
                + ", to " + plan.target();
    }

    private static String senders(LoadPlan plan) {
        TransportChoice choice = plan.transport();
        if (choice.loops() == 0) {
            return NumberFormat.count(plan.threads()) + " " + plan.workerThreads() + " threads";
        }
        return NumberFormat.count(plan.threads()) + " connections on " + choice.eventLoops()
                + (choice.eventLoops() == 1 ? " event loop" : " event loops")
                + (choice.pipeline() == 1 ? "" : ", " + choice.pipeline() + " requests in flight on each");
    }

    private static String transportName(TransportChoice choice) {
        return choice.features().any()
                ? choice.kind().name() + " through HttpClient's full chain: " + choice.features()
                : choice.kind().name();
    }

    private static String described(OpenLoop loop) {
        StringBuilder text = new StringBuilder(loop.start().toString());
        loop.stages()
                .forEach(stage -> text.append(", to ")
                        .append(stage.target())
                        .append(" in ")
                        .append(NumberFormat.plain(stage.duration().toNanos() / 1e9))
                        .append(" s"));
        return text + ", " + loop.arrivals() + " arrivals";
    }

    private void printOffered(OfferedLoad offered) {
        out.print(WholeRunTables.offered(offered.offeredPerSecond(), offered.begunPerSecond(), offered.sendLag()));
        line("  " + met(offered));
        line("");
    }

    private static String met(OfferedLoad offered) {
        return offered.why().map(why -> "The offered rate was NOT MET: " + why).orElse("The offered rate was met.");
    }

    private void objectives(RunResult result, RunReport report) {
        if (report.objectives().all().isEmpty()) {
            return;
        }
        if (report.judgements().isEmpty()) {
            line("Objectives: not judged, as the run ended early: " + report.objectives());
        } else {
            out.print(objectives(report.judgements()));
            inconclusive(report).ifPresent(text -> line("  " + text));
        }
        line("");
    }

    private static Optional<String> inconclusive(RunReport report) {
        return report.objectivesResult()
                .filter(found -> found.status() == Status.INCONCLUSIVE)
                .map(found -> "INCONCLUSIVE, as the client may be the cause: " + found.reason());
    }

    private static TextTable objectives(List<Judgement> judgements) {
        TextTable table = new TextTable();
        table.heading("Objectives");
        judgements.forEach(judgement -> table.quantity(
                "  " + judgement.objective(),
                judgement.measured().isPresent()
                        ? NumberFormat.decimal(judgement.measured().getAsDouble(), 3)
                        : "-",
                judgement.objective().unit() + ", " + word(judgement.status())));
        return table;
    }

    private static String word(Status status) {
        return status == Status.MET ? status.toString() : status.toString().toUpperCase(Locale.ROOT);
    }

    private void failures(RunResult result) {
        if (!result.recorded().failureDetails().isEmpty()) {
            line(WholeRunTables.WHY_FAILED);
            result.recorded()
                    .failureDetails()
                    .forEach((detail, attempts) -> line("  " + NumberFormat.count(attempts) + " x " + detail));
            line("");
        }
    }

    private void checks(RunResult result, RunReport report) {
        Counts counts = result.counts();
        line("Checked: planned " + NumberFormat.count(result.planned()) + " = ok " + NumberFormat.count(counts.ok())
                + " + failed " + NumberFormat.count(counts.failed()) + " + never sent "
                + NumberFormat.count(result.dropped()));
        line("         attempts " + NumberFormat.count(counts.attempts()) + " = ok " + NumberFormat.count(counts.ok())
                + " + failed " + NumberFormat.count(counts.failedAttempts())
                + report.records().map(ConsoleSummary::rows).orElse(""));
    }

    private static String little(LittlesLawCheck check) {
        return "Little's law: " + NumberFormat.decimal(check.workers(), 2) + " active workers, "
                + NumberFormat.decimal(check.requestsPerSecond(), 2) + " requests/s of "
                + NumberFormat.milliseconds(check.cycleSeconds() * 1e6) + " ms each"
                + (check.thinkSeconds() > 0
                        ? " and " + NumberFormat.milliseconds(check.thinkSeconds() * 1e6)
                                + " ms of think time; |N - X (R + Z)| / N = "
                        : "; |N - X R| / N = ")
                + NumberFormat.percent(check.deviation())
                + (check.holds() ? "" : "  WARNING: more than 2 %, something is wrong with what was measured");
    }

    private void verdict(Verdict verdict) {
        line("VERDICT: " + verdict.bound());
        line("  why: " + verdict.evidence());
        line("  so:  " + verdict.consequence());
        line("");
    }

    private static String rows(RecordsFileStatus records) {
        return " = rows in " + records.file().getFileName() + " " + NumberFormat.count(records.rows())
                + (records.missing() == 0 ? "" : " + rows missing " + NumberFormat.count(records.missing()));
    }

    private void line(String text) {
        out.print(SafeText.plain(text) + "\n");
    }
}
