package io.github.swipestorm;

import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.measure.LatencyDistribution;
import io.github.swipestorm.client.objective.Objectives;
import io.github.swipestorm.client.record.RunFiles;
import io.github.swipestorm.client.report.run.ConsoleSummary;
import io.github.swipestorm.client.report.run.RunReport;
import io.github.swipestorm.client.verdict.Verdict;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The result of a load test. Not thread-safe. */
public final class LoadResult {

    private final RunReport report;
    private final RunResult result;

    LoadResult(RunReport report) {
        this.report = report;
        this.result = report.result();
    }

    /** Ok requests per second, from the start of the clock until the last attempt ended; 0 when none was ok. */
    public double throughput() {
        return result.throughput();
    }

    /** How many requests and attempts there were, by their outcome. */
    public Counts counts() {
        return result.counts();
    }

    /** The share of attempts that were not ok, 0 to 1; 1 when there was no attempt at all. */
    public double errorShare() {
        Counts counts = result.counts();
        return counts.attempts() == 0 ? 1 : (double) counts.failedAttempts() / counts.attempts();
    }

    /**
     * A percentile of the response times of ok attempts: from when a request was due until its answer was complete. It is
     * up to 0.1 % too high.
     *
     * @param percentile 0 to 100
     * @throws IllegalArgumentException when it is not 0 to 100
     * @throws IllegalStateException when no attempt was ok, so that there are no times
     */
    public Duration responseTime(double percentile) {
        return percentile(result.recorded().response(), percentile);
    }

    /**
     * A percentile of the service times: as {@link #responseTime}, but from when the attempt was sent.
     *
     * @param percentile 0 to 100
     * @throws IllegalArgumentException when it is not 0 to 100
     * @throws IllegalStateException when no attempt was ok, so that there are no times
     */
    public Duration serviceTime(double percentile) {
        return percentile(result.recorded().service(), percentile);
    }

    private static Duration percentile(LatencyDistribution latencies, double percentile) {
        if (latencies.count() == 0) {
            throw new IllegalStateException("No attempt was ok, so that there are no latencies");
        }
        return Duration.ofNanos(Math.round(latencies.percentileUs(percentile) * 1_000));
    }

    /** What limited the throughput, and on which figures that rests. */
    public Verdict verdict() {
        return report.verdict();
    }

    /**
     * Holds the run against objectives.
     *
     * @param objectives such as {@code p99<50ms,errors<1%,throughput>1000}
     * @return met, missed or inconclusive, with the reason; inconclusive when the client may have caused what was measured
     * @throws IllegalArgumentException when it is not a list of objectives
     */
    public Objectives.Result check(String objectives) {
        Objectives parsed = Objectives.parse(objectives);
        parsed.requirePartsOf(report.result().plan());
        return report.judge(parsed).orElseThrow();
    }

    /**
     * Whether the run met objectives; false as well when that cannot be said.
     *
     * @param objectives as {@link #check} takes them
     * @throws IllegalArgumentException when it is not a list of objectives
     */
    public boolean met(String objectives) {
        return check(objectives).status() == Objectives.Status.MET;
    }

    /**
     * Fails a test unless the run met objectives.
     *
     * @param objectives as {@link #check} takes them
     * @return this result
     * @throws IllegalArgumentException when it is not a list of objectives
     * @throws AssertionError when one was missed, or when that cannot be said, with the reason, the result in short and the path
     *     of the page
     */
    public LoadResult require(String objectives) {
        Objectives.Result outcome = check(objectives);
        if (outcome.status() != Objectives.Status.MET) {
            throw new AssertionError("Objectives '" + objectives + "' " + outcome
                    + System.lineSeparator() + this
                    + page().map(page -> "Report: " + page.toAbsolutePath()).orElse(""));
        }
        return this;
    }

    /** What could not be written, and sums that do not come out, one line each; empty when all is well. */
    public List<String> problems() {
        return Stream.concat(report.problems().stream(), report.violations().stream())
                .toList();
    }

    /** The files that were written; empty without an {@link LoadTest#output output} directory. */
    public List<Path> files() {
        return report.files();
    }

    /** The report as a page; empty when it was not written. */
    public Optional<Path> page() {
        return report.files().stream()
                .filter(file -> file.endsWith(RunFiles.PAGE))
                .findFirst();
    }

    /** Everything that was measured. Immutable. */
    public RunResult details() {
        return result;
    }

    /** The short result, as the command line prints it: several lines of text. */
    @Override
    public String toString() {
        StringWriter text = new StringWriter();
        try (PrintWriter out = new PrintWriter(text)) {
            new ConsoleSummary(out, false).print(report.document(), report.directory());
        }
        return text.toString();
    }
}
