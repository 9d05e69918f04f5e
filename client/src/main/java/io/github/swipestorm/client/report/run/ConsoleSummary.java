package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.arrival.ArrivalProcess;
import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.inference.Steadiness.Finding;
import io.github.swipestorm.client.measure.HttpUse;
import io.github.swipestorm.client.measure.LatencySummary;
import io.github.swipestorm.client.objective.Objectives.Status;
import io.github.swipestorm.client.plan.PlanDocument;
import io.github.swipestorm.client.plan.SelfWarmUp;
import io.github.swipestorm.client.report.document.TextTable;
import io.github.swipestorm.client.report.store.RunDocument;
import io.github.swipestorm.client.report.store.RunDocument.Attempts;
import io.github.swipestorm.client.report.store.RunDocument.Findings;
import io.github.swipestorm.client.report.store.RunDocument.Judged;
import io.github.swipestorm.client.report.store.RunDocument.Offered;
import io.github.swipestorm.client.report.store.RunDocument.Records;
import io.github.swipestorm.client.report.store.RunDocument.Requests;
import io.github.swipestorm.client.report.store.RunDocument.Steady;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.text.NumberFormat;
import io.github.swipestorm.client.text.SafeText;
import io.github.swipestorm.client.transport.HttpFeatures;
import io.github.swipestorm.client.transport.HttpVersion;
import io.github.swipestorm.client.verdict.LittlesLawCheck;
import io.github.swipestorm.client.verdict.Verdict;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A run's result on the console: the verdict first, at most {@value #MOST_LINES} lines, the last of them the directory with
 * everything else; a table of the operations, where there are several, comes on top. On request all tables follow the verdict.
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

    /**
     * Prints the result and the reconciliation of its counts.
     *
     * @param directory of the run's files; empty when it has none
     */
    public void print(RunDocument run, Optional<Path> directory) {
        TerminationNotice.of(run).ifPresent(this::line);
        TlsWarning.of(run).ifPresent(this::line);
        LoadChangeNotice.of(run).ifPresent(this::line);
        run.findings().verdict().ifPresent(this::verdict);
        if (details) {
            tables(run);
        } else {
            figures(run);
        }
        Stream.concat(AgentTables.warnings(run).stream(), OperationTables.unlikelyShares(run.figures()).stream())
                .forEach(text -> line("WARNING: " + text));
        checks(run);
        several(wrong(run));
        directory.ifPresent(path -> line("Files: " + path.toAbsolutePath()));
        out.flush();
    }

    /** Prints only what a reader must not miss, for users who asked for no result or for another form of it. */
    public void printWhatWentWrong(RunDocument run) {
        TerminationNotice.of(run).ifPresent(this::line);
        several(wrong(run));
        out.flush();
    }

    private static List<String> wrong(RunDocument run) {
        return Stream.concat(
                        run.findings().violations().stream().map(text -> "ERROR: the numbers do not add up: " + text),
                        run.findings().problems().stream().map(text -> "PROBLEM: " + text))
                .toList();
    }

    private void figures(RunDocument run) {
        Requests requests = run.figures().requests();
        long attempts = run.figures().attempts().total();
        run.start().plan().ifPresent(plan -> {
            labelled("Load", load(plan));
            run.findings().http().ifPresent(used -> labelled("Protocol", protocol(plan, used)));
        });
        long more = attempts - requests.ended();
        if (more > 0 && requests.ended() > 0) {
            labelled(
                    "Retries",
                    NumberFormat.count(more) + " attempts more than requests: "
                            + NumberFormat.percent((double) more / requests.ended()) + " more load");
        }
        double errors = run.figures().errorShare().orElse(0);
        labelled(
                "Requests",
                NumberFormat.count(requests.ok()) + " ok, " + NumberFormat.count(requests.failed()) + " failed, "
                        + NumberFormat.count(requests.neverSent()) + " never sent" + AgentTables.lostWith(run)
                        + "; attempts: "
                        + outcomes(run.figures().attempts())
                        + (errors == 0 ? "" : "; errors " + NumberFormat.percent(errors) + " of attempts"));
        run.figures()
                .throughputPerSecond()
                .ifPresent(rate -> labelled(
                        "Throughput",
                        NumberFormat.decimal(rate, 2) + " ok requests/s over "
                                + NumberFormat.decimal(run.figures().wallTimeSeconds(), 3) + " s"));
        run.figures().iterations().map(IterationTables::brief).ifPresent(lines -> {
            labelled("Iterations", lines.get(0));
            lines.stream().skip(1).forEach(this::line);
        });
        run.findings().steadiness().ifPresent(this::steady);
        run.findings().tail().ifPresent(tail -> labelled("  tail", tail.description()));
        run.findings()
                .steadiness()
                .flatMap(Steady::answerSize)
                .ifPresent(size -> labelled("  answer size", size.description()));
        LatencySummary response = run.figures().latency().responseTime();
        if (!response.isEmpty()) {
            labelled(
                    "Response time",
                    "p50 " + NumberFormat.milliseconds(response.p50Us()) + ", p90 "
                            + NumberFormat.milliseconds(response.p90Us())
                            + ", p99 " + NumberFormat.milliseconds(response.p99Us()) + ", p99.9 "
                            + NumberFormat.milliseconds(response.p999Us()) + " ms");
        }
        if (OperationTables.several(run.figures())) {
            out.print(OperationTables.brief(run.figures()));
        }
        if (!run.findings().agents().isEmpty()) {
            out.print(AgentTables.brief(run.findings().agents()));
            AgentTables.records(run.findings().agents()).forEach(place -> labelled("Records", place));
        }
        run.findings().offered().ifPresent(offered -> labelled("Offered rate", met(offered)));
        if (!run.findings().objectives().isEmpty()) {
            labelled(
                    "Objectives",
                    run.findings().objectives().stream()
                            .map(judged -> judged(judged, run))
                            .collect(Collectors.joining("; ")));
            inconclusive(run).ifPresent(text -> line("  " + text));
        }
        run.findings()
                .objectivesNotJudged()
                .ifPresent(text -> labelled("Objectives", "not judged, as the run ended early"));
        List<String> why = run.findings().failureDetails().entrySet().stream()
                .map(failure -> "Failed: " + NumberFormat.count(failure.getValue()) + " x " + failure.getKey())
                .toList();
        several(why);
    }

    /** The throughput of the steady part beside that of the run, or why there is none. */
    private void steady(Steady steadiness) {
        Finding finding = steadiness.decisive().finding();
        steadiness
                .steadyPart()
                .ifPresentOrElse(
                        part -> labelled(
                                "  steady part",
                                NumberFormat.decimal(part.throughputPerSecond(), 2) + " ok attempts/s from second "
                                        + part.fromSecond() + " to " + part.toSecond() + ", 95 % interval "
                                        + NumberFormat.decimal(part.lowPerSecond(), 0) + " to "
                                        + NumberFormat.decimal(part.highPerSecond(), 0)
                                        + (finding.steady() ? "" : "; " + finding)),
                        () -> labelled(
                                "  steady part",
                                "none; " + finding + ": "
                                        + steadiness.decisive().description()));
    }

    private static String outcomes(Attempts attempts) {
        List<String> outcomes = new ArrayList<>();
        attempts.byStatus().forEach((status, count) -> outcomes.add(NumberFormat.count(count) + " x status " + status));
        if (attempts.withoutStatus() > 0) {
            outcomes.add(NumberFormat.count(attempts.withoutStatus()) + " x answered");
        }
        attempts.byFailure().forEach((word, count) -> outcomes.add(NumberFormat.count(count) + " x " + word));
        return outcomes.isEmpty() ? "none" : String.join(", ", outcomes);
    }

    private static String judged(Judged judged, RunDocument run) {
        return judged.objective() + " "
                + word(judged.status())
                + " ("
                + judged.measured()
                        .map(measured -> measured + " " + judged.unit())
                        .orElseGet(() -> run.measured(judged))
                + ")";
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

    private void tables(RunDocument run) {
        Findings findings = run.findings();
        run.start().plan().ifPresent(plan -> {
            line(load(plan));
            if (plan.openLoop() != null) {
                line("Open loop: " + described(plan.openLoop()));
            }
            if (plan.users() != null) {
                line("Users over time: " + described(plan.users()));
            }
            findings.selfWarmUp()
                    .ifPresent(warmUp -> line("Before it, not counted: "
                            + NumberFormat.count(warmUp.attempts())
                            + " requests to "
                            + (SelfWarmUp.STUB.toString().equals(plan.warmUp().self())
                                    ? "a stub in the client"
                                    : "the target")
                            + " in " + NumberFormat.decimal(warmUp.wallTimeSeconds(), 3)
                            + " s, to warm the client's own code up"));
        });
        findings.warmUp()
                .ifPresent(warmUp -> line("Before it, not counted: a warm-up of "
                        + NumberFormat.count(warmUp.requestsOk() + warmUp.requestsFailed()) + " requests in "
                        + NumberFormat.decimal(warmUp.wallTimeSeconds(), 3) + " s"));
        line("");
        out.print(SummaryText.of(run.figures(), List.of()));
        line("");
        if (!findings.agents().isEmpty()) {
            out.print(AgentTables.whole(findings.agents()) + "\n");
        }
        WholeRunTables.connections(run).ifPresent(table -> out.print(table + "\n"));
        findings.probe().ifPresent(probe -> {
            if (!probe.phases().isEmpty()) {
                out.print(WholeRunTables.probe(probe));
            }
            probe.incomplete().ifPresent(why -> line("The probe after the run is not complete: " + why));
            line("");
        });
        findings.offered().ifPresent(offered -> {
            out.print(WholeRunTables.offered(offered, run.figures()));
            line("  " + met(offered));
            line("");
        });
        WholeRunTables.wakeUps(run).ifPresent(table -> out.print(table + "\n"));
        objectives(run);
        findings.telemetry().flatMap(ClientAndServer::table).ifPresent(table -> out.print(table + "\n"));
        failures(findings.failureDetails());
        findings.littlesLaw().map(ConsoleSummary::little).ifPresent(this::line);
    }

    private static String load(PlanDocument plan) {
        return title(plan.model()) + " model, " + senders(plan) + ", transport " + transport(plan) + ", to "
                + plan.destination()
                + (plan.workloadSource() == null
                        ? ""
                        : ", workload " + plan.workload() + " of " + plan.workloadSource())
                + (plan.think() == null ? "" : ", " + plan.think() + " of think time after each request");
    }

    /** The title of a sending model; its name when it is not registered in this program. */
    private static String title(String model) {
        return SendingModel.REGISTRY.all().stream()
                .filter(registered -> registered.name().equals(model))
                .map(SendingModel::title)
                .findFirst()
                .orElse(model);
    }

    private static String senders(PlanDocument plan) {
        String further =
                plan.maxThreads() == null ? "" : " (up to " + NumberFormat.count(plan.maxThreads()) + " as needed)";
        if (plan.eventLoops() == null) {
            return NumberFormat.count(plan.threads()) + " " + plan.workerThreads() + " threads" + further;
        }
        return NumberFormat.count(plan.threads()) + sharing(plan) + further + " on " + plan.eventLoops()
                + (plan.eventLoops() == 1 ? " event loop" : " event loops")
                + (plan.pipeline() == 1 ? "" : ", " + plan.pipeline() + " requests in flight on each");
    }

    /** What workers of event loops have: each a connection, or a part of one over HTTP/2. */
    private static String sharing(PlanDocument plan) {
        if (plan.http() == null || (plan.http().streams() == null && plan.http().connections() == null)) {
            return " connections";
        }
        return " workers"
                + (plan.http().connections() == null
                        ? ""
                        : " sharing " + plan.http().connections() + " connections")
                + (plan.http().streams() == null ? "" : ", up to " + plan.http().streams() + " on a connection,");
    }

    private static String transport(PlanDocument plan) {
        String features = HttpFeatures.text(
                Optional.ofNullable(plan.proxy()), Optional.ofNullable(plan.user()), plan.followRedirects());
        return plan.transport()
                + (plan.transportReason() == null ? "" : " (" + plan.transportReason() + ")")
                + (features.isEmpty() ? "" : " with " + features)
                + (plan.tls() == null ? "" : ", " + plan.tls());
    }

    private static String protocol(PlanDocument plan, HttpUse used) {
        StringBuilder text = new StringBuilder("HTTP/").append(used.version());
        if (plan.http() != null && plan.http().version().equals(HttpVersion.AUTO.toString())) {
            text.append(", as negotiated");
        }
        if (used.permittedStreams().isPresent()) {
            text.append("; the server permitted ")
                    .append(used.permittedStreams().getAsInt())
                    .append(" requests in flight on a connection, fewer than wanted: the others waited");
        }
        if (used.resent() > 0) {
            text.append("; ")
                    .append(NumberFormat.count(used.resent()))
                    .append(" requests that the server had not processed, by its word, were sent again");
        }
        return text.toString();
    }

    private static String described(PlanDocument.Load loop) {
        if (ArrivalProcess.BURSTS.toString().equals(loop.arrivals())) {
            return "bursts of " + NumberFormat.count(loop.start().requests()) + " requests at once, every "
                    + NumberFormat.plain(loop.start().periodNanos() / 1e9) + " s";
        }
        StringBuilder text = new StringBuilder(loop.start().toString());
        loop.stages().forEach(stage -> text.append(change(stage.step(), stage.target(), stage.durationSeconds())));
        return text + ", " + loop.arrivals() + " arrivals";
    }

    private static String described(PlanDocument.Users users) {
        StringBuilder text = new StringBuilder(NumberFormat.count(users.start()));
        users.stages()
                .forEach(stage ->
                        text.append(change(stage.step(), NumberFormat.count(stage.users()), stage.durationSeconds())));
        return text.toString();
    }

    /** What happens in a stage; that of an earlier version's file is linear. */
    private static String change(Boolean step, Object target, BigDecimal durationSeconds) {
        String time = NumberFormat.plain(durationSeconds.doubleValue()) + " s";
        return Boolean.TRUE.equals(step) ? ", at once " + target + " for " + time : ", to " + target + " in " + time;
    }

    private static String met(Offered offered) {
        return offered.why().map(why -> "The offered rate was NOT MET: " + why).orElse("The offered rate was met.");
    }

    private void objectives(RunDocument run) {
        List<Judged> objectives = run.findings().objectives();
        if (!objectives.isEmpty()) {
            TextTable table = new TextTable();
            table.heading("Objectives");
            objectives.forEach(judged -> table.quantity(
                    "  " + judged.objective(),
                    judged.measured().orElse("-"),
                    judged.unit() + ", " + word(judged.status())
                            + (judged.measured().isPresent() ? "" : ": " + run.measured(judged))));
            out.print(table);
            inconclusive(run).ifPresent(text -> line("  " + text));
            line("");
        }
        run.findings().objectivesNotJudged().ifPresent(text -> {
            line("Objectives: not judged, as the run ended early: " + text);
            line("");
        });
    }

    private static Optional<String> inconclusive(RunDocument run) {
        return run.findings().inconclusive().map(reason -> "INCONCLUSIVE, as the client may be the cause: " + reason);
    }

    private static String word(Status status) {
        return status == Status.MET ? status.toString() : status.toString().toUpperCase(Locale.ROOT);
    }

    private void failures(Map<String, Long> details) {
        if (!details.isEmpty()) {
            line(WholeRunTables.WHY_FAILED);
            details.forEach((detail, attempts) -> line("  " + NumberFormat.count(attempts) + " x " + detail));
            line("");
        }
    }

    private void checks(RunDocument run) {
        Requests requests = run.figures().requests();
        long attempts = run.figures().attempts().total();
        line("Checked: planned " + NumberFormat.count(requests.planned()) + " = ok "
                + NumberFormat.count(requests.ok()) + " + failed " + NumberFormat.count(requests.failed())
                + " + never sent " + NumberFormat.count(requests.neverSent()) + AgentTables.lostWith(run));
        line("         attempts " + NumberFormat.count(attempts) + " = ok " + NumberFormat.count(requests.ok())
                + " + failed " + NumberFormat.count(attempts - requests.ok())
                + run.findings().records().map(ConsoleSummary::rows).orElse(""));
        run.figures().iterations().ifPresent(iterations -> line("         " + IterationTables.sum(iterations)));
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

    private static String rows(Records records) {
        return " = rows in " + records.file() + " " + NumberFormat.count(records.rows())
                + (records.missing() == 0 ? "" : " + rows missing " + NumberFormat.count(records.missing()));
    }

    private void line(String text) {
        out.print(SafeText.plain(text) + "\n");
    }
}
