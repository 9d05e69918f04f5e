package io.github.swipestorm.client.report.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.experiment.FakeTrials;
import io.github.swipestorm.client.experiment.PlannedRun;
import io.github.swipestorm.client.experiment.RunMetric;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.measure.LatencyHeatMapBuilder;
import io.github.swipestorm.client.measure.LatencyHistogram;
import io.github.swipestorm.client.objective.Objectives;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.SelfWarmUp;
import io.github.swipestorm.client.plan.WarmUp;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.record.RecordsPolicy;
import io.github.swipestorm.client.report.document.HtmlPage;
import io.github.swipestorm.client.report.live.ProgressLine;
import io.github.swipestorm.client.report.store.RunDocument;
import io.github.swipestorm.client.report.store.Window;
import io.github.swipestorm.client.telemetry.Telemetry;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.testing.QuickServer;
import io.github.swipestorm.client.transport.TransportType;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What is said of runs that are too large for an int, of runs of nothing, and of runs that are over at once. */
class EndlessAndEmptyRunsIT {

    private static final long MANY = 8L << 32;

    @TempDir
    private Path directory;

    private static String console(RunResult result, RunReport report) {
        StringWriter text = new StringWriter();
        new ConsoleSummary(new PrintWriter(text), true).print(report.document(), report.directory());
        return text.toString();
    }

    private JsonNode summary() throws Exception {
        return JsonMapper.shared().readTree(Files.readString(directory.resolve("summary.json")));
    }

    @Test
    @Tag("fault")
    @DisplayName(
            "34 thousand million requests -> every sum, rate, percentage and percentile comes out: counts have 64 bits")
    void more_requests_than_an_int_can_count_are_counted_and_shown() throws Exception {
        RunResult result = MadeUpResult.of(MANY / 8, Telemetry.NONE);
        RunReport report = new RunReport(result, Optional.empty(), Objectives.parse("errors<13%,p99<1s"));
        report.writeTo(directory, "swipestorm run");

        assertThat(report.violations()).isEmpty();
        assertThat(report.judgements()).allMatch(judged -> judged.status() == Objectives.Status.MET);
        assertThat(report.judgements().get(0).measured()).hasValue(12.5);
        assertThat(result.throughput()).isEqualTo(MANY / 8 * 7 / 12_600.25);
        assertThat(console(result, report))
                .contains("30,064,771,072 requests", "planned 34,359,738,368 = ok 30,064,771,072")
                .contains("4,294,967,296 x timeout");
        assertThat(report.trial(new PlannedRun(FakeTrials.variant("x", 1), 1)).get(RunMetric.PLANNED))
                .hasValue(MANY);
        assertThat(summary().at("/requests/planned").asLong()).isEqualTo(MANY);
        assertThat(summary().at("/latency/serviceTime/count").asLong()).isEqualTo(MANY / 8 * 7);
        assertThat(summary().at("/latency/serviceTime/p50Us").asDouble()).isBetween(1_900.0, 1_902.0);
        assertThat(ProgressLine.fitting(result.plan(), result.counts(), Duration.ofHours(1), 1e6, 200, true))
                .contains("100 %", "34,359,738,368 requests", "4,294,967,296 failed");
        expectSoundFiles();
        Counts twice = result.counts().plus(result.counts());
        assertThat(twice.attempts()).isEqualTo(2 * MANY);
        assertThat(twice.attemptsByStatus().get(201)).isEqualTo(MANY / 4 * 7);
    }

    static Stream<Arguments> ways() {
        return TransportType.REGISTRY.all().stream()
                .flatMap(transport -> Stream.of("closed", "open").map(load -> Arguments.of(transport, load)));
    }

    @ParameterizedTest
    @MethodSource("ways")
    @Tag("fault")
    @DisplayName(
            "A run that is stopped before its first request -> all its files, with dashes and sentences where there is "
                    + "nothing to compute: no NaN, no infinity, no division by zero")
    void a_run_of_nothing_is_told_in_sentences(TransportType transport, String load) throws Exception {
        StopSignal stop = new StopSignal();
        stop.stop(StopReason.INTERRUPTED);
        RunResult result;
        try (QuickServer server = new QuickServer()) {
            LoadPlan.Builder plan =
                    Plans.plan(server.target()).transport(transport).threads(2).requests(100);
            RecordingSettings files =
                    new RecordingSettings(Optional.of(directory), Optional.of("records.csv"), RecordsPolicy.BLOCK);
            result = new LocalRunner(files)
                    .run((load.equals("open") ? plan.rate("100") : plan).build(), stop, RunObserver.NONE);
        }
        RunReport report = new RunReport(result, Optional.empty(), Objectives.parse("p99<100ms,errors<1%"));
        report.writeTo(directory, "swipestorm run");

        assertThat(result.counts().attempts()).isZero();
        assertThat(report.violations()).isEmpty();
        assertThat(report.problems()).isEmpty();
        assertThat(console(result, report))
                .contains("INTERRUPTED", "planned 100 = ok 0 + failed 0 + never sent 100", "throughput")
                .doesNotContain("NaN", "Infinity", "null");
        assertThat(summary().at("/throughputPerSecond").asDouble(0)).isZero();
        assertThat(summary().at("/attempts/amplification").isNull()).isTrue();
        assertThat(summary().at("/offered/offeredPerSecond").isNumber()).isFalse();
        assertThat(summary().at("/offered/begunPerSecond").isNumber()).isFalse();
        expectSoundFiles();
        RecordsAnalysis again =
                RecordsAnalysis.of(directory.resolve("records.csv"), Window.WHOLE, OptionalLong.empty());
        ReportFiles.write(directory, "again", again, directory, Window.WHOLE, true, warning -> {});
        expectSoundFiles();
        assertThat(ProgressLine.fitting(result.plan(), result.counts(), Duration.ZERO, 0, 200, true))
                .doesNotContain("NaN");
    }

    @ParameterizedTest
    @MethodSource("ways")
    @Tag("fault")
    @DisplayName("A run shorter than its warm-up -> the warm-up stands apart, and the run's few figures are its own")
    void a_run_shorter_than_its_warm_up_has_figures_of_its_own(TransportType transport, String load) throws Exception {
        RunResult result;
        LoadPlan plan;
        try (QuickServer server = new QuickServer()) {
            LoadPlan.Builder plans = Plans.plan(server.target())
                    .transport(transport)
                    .threads(2)
                    .duration(Duration.ofMillis(20))
                    .warmUp(new WarmUp(300, Optional.empty(), SelfWarmUp.NONE));
            plan = (load.equals("open") ? plans.rate("1000") : plans).build();
            RecordingSettings files =
                    new RecordingSettings(Optional.of(directory), Optional.of("records.csv"), RecordsPolicy.BLOCK);
            result = new LocalRunner(files).run(plan, new StopSignal(), RunObserver.NONE);
        }
        RunReport report = new RunReport(result, Optional.empty(), Objectives.NONE);
        report.writeTo(directory, "swipestorm run");

        assertThat(result.warmUp().orElseThrow().wallTime()).isPositive();
        assertThat(result.warmUp().orElseThrow().counts().attempts()).isEqualTo(300);
        assertThat(report.violations()).isEmpty();
        assertThat(result.recorded().service().count())
                .isEqualTo(result.counts().ok());
        assertThat(result.recorded().timeline().refused()).isZero();
        assertThat(console(result, report))
                .contains("Before it, not counted: a warm-up of")
                .doesNotContain("NaN", "Infinity");
        expectSoundFiles();
    }

    private void expectSoundFiles() throws Exception {
        List<Path> files;
        try (Stream<Path> all = Files.list(directory)) {
            files = all.toList();
        }
        assertThat(files)
                .extracting(file -> file.getFileName().toString())
                .contains("throughput.csv", "throughput.svg", "latency.svg", "report.html", "summary.json");
        for (Path file : files) {
            if (!file.toString().endsWith(".png")) {
                assertThat(Files.readString(file))
                        .as(file.toString())
                        .doesNotContain("NaN", "Infinity", "\u221e")
                        .doesNotContain("-2147483648", "-9223372036854775808", "9,223,372,036,854,775,807");
            }
        }
        assertThat(directory.resolve("report.html")).content().contains("<svg", "</html>");
    }

    @Test
    void five_hours_with_latencies_all_over_the_place_stay_below_two_megabytes() {
        RunData steady = new SampleRun(5 * 3_600, 5).data();
        LatencyHeatMapBuilder everywhere = new LatencyHeatMapBuilder();
        for (long atUs = 0; atUs < 5L * 3_600 * 1_000_000; atUs += 45_000_000) {
            for (long valueUs = 1; valueUs < LatencyHistogram.HIGHEST_US; valueUs += 1 + valueUs / 16) {
                for (long i = 0; i < 1 + (atUs / 45_000_000 + valueUs) % 9; i++) {
                    everywhere.add(atUs, valueUs);
                }
            }
        }
        RunData worst = new RunData(
                "worst",
                steady.seconds(),
                steady.endUs(),
                steady.service(),
                steady.response(),
                steady.failed(),
                everywhere.build(),
                steady.telemetry(),
                List.of());

        assertThat(HtmlPage.of(RunPage.of(worst, RunDocument.NONE)).length()).isLessThan(2_000_000);
    }
}
