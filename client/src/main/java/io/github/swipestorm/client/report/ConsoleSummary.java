package io.github.swipestorm.client.report;

import io.github.swipestorm.client.engine.LoadPlan;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.record.Counts;
import java.io.PrintWriter;
import java.util.Locale;

/** A run's result as a person reads it. */
public final class ConsoleSummary {

    private final PrintWriter out;

    public ConsoleSummary(PrintWriter out) {
        this.out = out;
    }

    /** Prints the result. */
    public void print(RunResult result) {
        LoadPlan plan = result.plan();
        Counts counts = result.counts();
        out.println();
        switch (result.reason()) {
            case INTERRUPTED -> out.println("INTERRUPTED: the run ended early, what follows is a part of it");
            case GAVE_UP ->
                out.println("GAVE UP: attempts failed and nothing was answered any more; is the server running at "
                        + plan.target() + "? (--give-up sets the patience)");
            case WORKER_DIED -> out.println("INVALID: " + result.workerDeath().orElse("a worker died"));
            case REQUESTS_USED_UP, TIME_OVER -> {}
        }
        row("Target", plan.target().toString());
        row("Sending model", plan.model().title());
        row("Threads", count(plan.threads()));
        row("Successful requests", count(counts.ok()));
        row("Unsuccessful requests", count(counts.failed()));
        if (result.dropped() > 0) {
            row("Never sent", count(result.dropped()) + " of " + count(result.planned()));
        }
        row("Retries", count(counts.attempts() - counts.ended()));
        row("Wall time", String.format(Locale.ROOT, "%.3f s", result.wallTime().toNanos() / 1e9));
        row("Throughput", String.format(Locale.ROOT, "%,.2f req/s", result.throughput()));
        counts.attemptsByStatus().forEach((status, attempts) -> {
            if (status < 200 || status >= 300) {
                row("Attempts with status " + status, count(attempts));
            }
        });
        counts.attemptsByFailure().forEach((kind, attempts) -> row("Attempts failed: " + kind.word(), count(attempts)));
        result.recorded().failureDetails().forEach((detail, attempts) -> out.println("  e.g. " + detail));
        result.violations().forEach(violation -> out.println("ERROR: the counts do not add up: " + violation));
        out.flush();
    }

    private void row(String name, String value) {
        out.printf(Locale.ROOT, "%-28s %s%n", name, value);
    }

    private static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }
}
