package io.github.swipestorm.client.report;

import io.github.swipestorm.client.engine.LoadPlan;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.SelfWarmUp;
import io.github.swipestorm.client.experiment.Objectives.Judgement;
import io.github.swipestorm.client.model.OpenLoop;
import io.github.swipestorm.client.record.Counts;
import io.github.swipestorm.client.record.RecordsFate;
import io.github.swipestorm.client.stats.Figures;
import io.github.swipestorm.client.stats.LatencySummary;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.verdict.LittleCheck;
import io.github.swipestorm.client.verdict.OfferedLoad;
import io.github.swipestorm.client.verdict.Verdict;
import java.io.PrintWriter;
import java.util.List;

/** A run's result as a person reads it on the console. */
public final class ConsoleSummary {

    private final PrintWriter out;

    public ConsoleSummary(PrintWriter out) {
        this.out = out;
    }

    /** Prints the result and what was checked of it. */
    public void print(RunResult result, RunReport report) {
        LoadPlan plan = result.plan();
        line("");
        EarlyEnd.of(result.reason(), plan.target().toString(), result.workerDeath())
                .ifPresent(this::line);
        Insecurity.of(plan).ifPresent(this::line);
        line(plan.model().title() + " model, " + senders(plan) + ", transport " + road(plan.transport()) + ", to "
                + plan.target());
        result.plan().openLoop().ifPresent(loop -> line("Open loop: " + described(loop)));
        result.selfWarmUp()
                .ifPresent(warmUp -> line("Before it, not counted: "
                        + Figures.count(warmUp.counts().attempts())
                        + " requests to "
                        + (plan.warmUp().self() == SelfWarmUp.STUB ? "a stub in the client" : "the target")
                        + " in " + Figures.decimal(warmUp.wallTime().toNanos() / 1e9, 3)
                        + " s, to warm the client's own code up"));
        result.warmUp()
                .ifPresent(warmUp -> line("Before it, not counted: a warm-up of "
                        + Figures.count(warmUp.counts().ended()) + " requests in "
                        + Figures.decimal(warmUp.wallTime().toNanos() / 1e9, 3) + " s"));
        line("");
        out.print(SummaryText.of(report.summary()));
        line("");
        LatencySummary connects = result.connects().summary();
        if (!connects.isEmpty()) {
            out.print(WholeRunTables.connections(connects));
            line("");
        }
        OfferedLoad.of(result).ifPresent(this::printOffered);
        objectives(result, report);
        ClientAndServer.table(result.telemetry()).ifPresent(table -> out.print(table + "\n"));
        failures(result);
        checks(result, report);
        report.problems().forEach(problem -> line("PROBLEM: " + problem));
        verdict(report.verdict());
        report.files().stream()
                .findFirst()
                .ifPresent(file -> line("Files: " + file.toAbsolutePath().getParent()));
        out.flush();
    }

    private static String senders(LoadPlan plan) {
        TransportChoice choice = plan.transport();
        if (!choice.kind().eventDriven()) {
            return Figures.count(plan.threads()) + " " + plan.workerThreads() + " threads";
        }
        return Figures.count(plan.threads()) + " connections on " + choice.eventLoops()
                + (choice.eventLoops() == 1 ? " event loop" : " event loops")
                + (choice.pipeline() == 1 ? "" : ", " + choice.pipeline() + " requests under way on each");
    }

    private static String road(TransportChoice choice) {
        return choice.detours().any()
                ? choice.kind() + " through HttpClient's full chain: " + choice.detours()
                : choice.kind().toString();
    }

    private static String described(OpenLoop loop) {
        StringBuilder text = new StringBuilder(loop.start().toString());
        loop.stages()
                .forEach(stage -> text.append(", to ")
                        .append(stage.target())
                        .append(" in ")
                        .append(Figures.plain(stage.duration().toNanos() / 1e9))
                        .append(" s"));
        return text + ", " + loop.arrivals() + " arrivals";
    }

    private void printOffered(OfferedLoad offered) {
        out.print(WholeRunTables.offered(offered.offeredPerSecond(), offered.begunPerSecond(), offered.sendLag()));
        line(offered.why().map(why -> "  The offered rate was NOT MET: " + why).orElse("  The offered rate was met."));
        line("");
    }

    private void objectives(RunResult result, RunReport report) {
        if (report.objectives().all().isEmpty()) {
            return;
        }
        if (report.judgements().isEmpty()) {
            line("Objectives: not judged, as the run ended early: " + report.objectives());
        } else {
            out.print(objectives(report.judgements()));
        }
        line("");
    }

    private static TextTable objectives(List<Judgement> judgements) {
        TextTable table = new TextTable();
        table.heading("Objectives");
        judgements.forEach(judgement -> table.quantity(
                "  " + judgement.objective(),
                judgement.measured().isPresent()
                        ? Figures.decimal(judgement.measured().getAsDouble(), 3)
                        : "-",
                judgement.objective().unit() + (judgement.met() ? ", met" : ", MISSED")));
        return table;
    }

    private void failures(RunResult result) {
        if (!result.recorded().failureDetails().isEmpty()) {
            line(WholeRunTables.WHY_FAILED);
            result.recorded()
                    .failureDetails()
                    .forEach((detail, attempts) -> line("  " + Figures.count(attempts) + " x " + detail));
            line("");
        }
    }

    private void checks(RunResult result, RunReport report) {
        Counts counts = result.counts();
        line("Checked: planned " + Figures.count(result.planned()) + " = ok " + Figures.count(counts.ok())
                + " + failed " + Figures.count(counts.failed()) + " + never sent " + Figures.count(result.dropped()));
        line("         attempts " + Figures.count(counts.attempts()) + " = ok " + Figures.count(counts.ok())
                + " + failed " + Figures.count(counts.failedAttempts())
                + report.records().map(ConsoleSummary::rows).orElse(""));
        LittleCheck.of(result).map(ConsoleSummary::little).ifPresent(this::line);
        report.violations().forEach(violation -> line("ERROR: the numbers do not add up: " + violation));
    }

    private static String little(LittleCheck check) {
        return "Little's law: " + Figures.decimal(check.workers(), 2) + " active workers, "
                + Figures.decimal(check.requestsPerSecond(), 2) + " requests/s of "
                + Figures.milliseconds(check.cycleSeconds() * 1e6) + " ms each; |N - X R| / N = "
                + Figures.percent(check.deviation())
                + (check.holds() ? "" : "  WARNING: more than 2 %, something is wrong with what was measured");
    }

    private void verdict(Verdict verdict) {
        line("");
        line("VERDICT: " + verdict.bound());
        line("  why: " + verdict.evidence());
        line("  so:  " + verdict.consequence());
        line("");
    }

    private static String rows(RecordsFate records) {
        return " = rows in " + records.file().getFileName() + " " + Figures.count(records.rows())
                + (records.missing() == 0 ? "" : " + rows missing " + Figures.count(records.missing()));
    }

    private void line(String text) {
        out.print(SafeText.plain(text) + "\n");
    }
}
