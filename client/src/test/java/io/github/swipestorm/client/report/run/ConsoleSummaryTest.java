package io.github.swipestorm.client.report.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.objective.Objectives;
import io.github.swipestorm.client.record.Measurements;
import io.github.swipestorm.client.telemetry.Telemetry;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConsoleSummaryTest {

    @TempDir
    private Path directory;

    @Test
    void the_verdict_comes_first_and_the_files_last() {
        RunResult result = MadeUpResult.of(1 << 20, Telemetry.NONE);

        List<String> lines = printed(result, false).lines().toList();

        assertThat(lines.get(0)).startsWith("VERDICT: ");
        assertThat(lines.get(1)).startsWith("  why: ");
        assertThat(lines.get(lines.size() - 1)).isEqualTo("Files: " + directory);
        assertThat(lines)
                .hasSizeLessThanOrEqualTo(ConsoleSummary.MOST_LINES)
                .contains("Throughput:    582.53 ok requests/s over 12,600.250 s")
                .contains("Response time: p50 1.900, p90 2.800, p99 2.800, p99.9 2.800 ms")
                .contains("Requests:      7,340,032 ok, 1,048,576 failed, 0 never sent; attempts: "
                        + "7,340,032 x status 201, 1,048,576 x timeout; errors 12.5 % of attempts");
    }

    @Test
    void it_stays_short_when_everything_goes_wrong() {
        RunResult result = broken(MadeUpResult.of(1, Telemetry.NONE));

        String text = printed(result, false);

        assertThat(text.lines().count()).isLessThanOrEqualTo(ConsoleSummary.MOST_LINES);
        assertThat(text)
                .startsWith("INTERRUPTED")
                .contains("Failed: 30 x way 30")
                .contains("PROBLEM: 1\n  and 29 more: ");
    }

    @Test
    void details_leave_nothing_out() {
        RunResult result = broken(MadeUpResult.of(1, Telemetry.NONE));

        assertThat(printed(result, true))
                .contains(
                        "Latency in ms, histogram",
                        "  1 x way 1\n",
                        "  30 x way 30\n",
                        "PROBLEM: 1\n",
                        "PROBLEM: 30\n");
    }

    private String printed(RunResult result, boolean details) {
        RunReport report = new RunReport(result, Optional.empty(), Objectives.parse("errors<13%,p99<1s"));
        report.writeTo(directory, "swipestorm run");
        StringWriter text = new StringWriter();
        new ConsoleSummary(new PrintWriter(text), details).print(report.document(), report.directory());
        return text.toString();
    }

    /** The same with thirty kinds of failure and thirty problems. */
    private static RunResult broken(RunResult ok) {
        Map<String, Long> details = new LinkedHashMap<>();
        for (long i = 30; i > 0; i--) {
            details.put("way " + i, i);
        }
        Measurements kept = ok.recorded();
        Measurements recorded = new Measurements(
                kept.counts(),
                details,
                kept.service(),
                kept.response(),
                kept.firstByte(),
                kept.sendLag(),
                kept.failed(),
                kept.requests(),
                kept.timeline(),
                kept.heatMap(),
                kept.operations(),
                kept.iterations(),
                kept.records(),
                IntStream.rangeClosed(1, 30).mapToObj(Integer::toString).toList());
        return new RunResult(
                ok.plan(),
                ok.planned(),
                ok.begunIterations(),
                ok.selfWarmUp(),
                ok.warmUp(),
                ok.startedAt(),
                ok.wallTime(),
                ok.cpuTime(),
                ok.workerTime(),
                recorded,
                ok.server(),
                ok.telemetry(),
                ok.connects(),
                ok.probe(),
                StopReason.INTERRUPTED,
                ok.workerDeath());
    }
}
