package io.github.swipestorm.client.report.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.arrival.ArrivalProcess;
import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.arrival.UserSchedule;
import io.github.swipestorm.client.distribution.WorkItems;
import io.github.swipestorm.client.engine.LoadChange;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.objective.Objectives;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.StopRule;
import io.github.swipestorm.client.record.Measurements;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.telemetry.Telemetry;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
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

    @Test
    void a_changed_load_is_reported_with_the_stages_that_repeat_it() {
        RunResult run = MadeUpResult.of(1, Telemetry.NONE);
        Duration end = Duration.ofSeconds(20);
        OpenLoop rates = new OpenLoop(Rate.parse("10"), List.of(), ArrivalProcess.CONSTANT)
                .withRateFrom(Duration.ofMillis(12_300), Rate.parse("200"), end);
        UserSchedule users =
                UserSchedule.constant(4, Duration.ofSeconds(2), end).withUsersFrom(Duration.ofSeconds(5), 9, end);
        LoadPlan timed = run.plan().toBuilder()
                .stop(new StopRule(WorkItems.UNBOUNDED, Optional.of(end)))
                .build();

        assertThat(printed(changed(run, timed.withOpenLoop(rates), "200/s"), false))
                .contains("CHANGED while in progress: 200/s from 12.3 s on; it is repeated by " + Setting.STAGES
                        + " 12.3s:=10/s,7.7s:=200/s in place of what the command says of its load\n");
        assertThat(printed(changed(run, timed.withUsers(users), "9u"), true))
                .contains("CHANGED while in progress: 9u from 12.3 s on; it is repeated by " + Setting.USERS + " 0 "
                        + Setting.STAGES + " 2s:4u,3s:=4u,15s:=9u in place of");
        assertThat(printed(run, true)).doesNotContain("CHANGED");
    }

    private static RunResult changed(RunResult run, LoadPlan plan, String level) {
        return new RunResult(
                plan,
                run.planned(),
                run.begunIterations(),
                run.selfWarmUp(),
                run.warmUp(),
                run.startedAt(),
                run.wallTime(),
                run.cpuTime(),
                run.workerTime(),
                run.recorded(),
                run.server(),
                run.telemetry(),
                run.connects(),
                run.probe(),
                run.reason(),
                run.workerDeath(),
                run.agents(),
                List.of(new LoadChange(Duration.ofMillis(12_300), level)));
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
                ok.workerDeath(),
                List.of(),
                List.of());
    }
}
