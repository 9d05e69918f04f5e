package io.github.swipestorm.client.report.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.objective.Objectives;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.SelfWarmUp;
import io.github.swipestorm.client.plan.WarmUp;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.record.RecordsPolicy;
import io.github.swipestorm.client.record.RunFiles;
import io.github.swipestorm.client.report.document.HtmlPage;
import io.github.swipestorm.client.report.document.MarkdownText;
import io.github.swipestorm.client.report.store.RunDocument;
import io.github.swipestorm.client.report.store.SummaryFile;
import io.github.swipestorm.client.report.store.Window;
import io.github.swipestorm.client.testing.AnsweringServer;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.transport.Classic;
import io.github.swipestorm.client.transport.Credentials;
import io.github.swipestorm.client.transport.HttpFeatures;
import io.github.swipestorm.client.transport.TransportChoice;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RunReportTest {

    @TempDir
    private Path directory;

    @Test
    void a_run_leaves_all_its_files_and_a_summary_that_its_schema_allows() throws Exception {
        try (AnsweringServer server = new AnsweringServer(n -> n % 10 == 0 ? 503 : 201)) {
            RunReport report =
                    report(Plans.plan(server.target()).threads(3).requests(500).build(), Optional.of("records.csv"));
            assertThat(report.allOk()).isTrue();
            assertThat(directory)
                    .isDirectoryContaining("glob:**/records.csv")
                    .isDirectoryContaining("glob:**/throughput.csv")
                    .isDirectoryContaining("glob:**/throughput.svg")
                    .isDirectoryContaining("glob:**/latency.svg")
                    .isDirectoryContaining("glob:**/report.html")
                    .isDirectoryContaining("glob:**/service-time.hlog")
                    .isDirectoryContaining("glob:**/response-time.hlog");
            JsonNode summary = summary();
            assertThat(errors(summary)).isEmpty();
            assertThat(summary.at("/requests/ok").asLong()).isEqualTo(500);
            assertThat(summary.at("/attempts/total").asLong()).isEqualTo(server.requests());
            assertThat(summary.at("/records/rows").asLong()).isEqualTo(server.requests());
            assertThat(summary.at("/serviceTimeByMethod/exact/count").asLong()).isEqualTo(500);
            assertThat(summary.at("/serviceTimeByMethod/bucketed/count").asLong())
                    .isEqualTo(500);
            assertThat(summary.at("/command").asString()).isEqualTo("swipestorm run");
            assertThat(summary.path("files").valueStream().map(JsonNode::asString))
                    .containsExactlyInAnyOrderElementsOf(names(directory));
            assertThat(Files.readString(directory.resolve("report.html")))
                    .contains("swipestorm run", "Connections", "Environment", "status 503");
            Path records = directory.resolve("records.csv");
            Files.writeString(
                    records, Files.readString(records).replaceFirst("1,POST /swipe/left/,", "1,POST /swipe/right/,"));
            assertThat(new RunReport(report.result(), Optional.empty(), Objectives.NONE).violations())
                    .as("an attempt has moved from one operation to the other")
                    .hasSize(4)
                    .allMatch(line -> line.contains("of 'POST /swipe/"));
        }
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.map(file -> file.getFileName().toString()).filter(name -> !name.equals("records.csv")))
                    .as("no records may be written into a file that the run makes")
                    .hasSizeGreaterThan(9)
                    .allSatisfy(
                            name -> assertThatIllegalArgumentException().isThrownBy(() -> RunFiles.requireFree(name)));
        }
    }

    @Test
    void a_run_and_its_file_give_the_same_report() throws Exception {
        try (AnsweringServer server = new AnsweringServer(n -> n % 10 == 0 ? 503 : 201)) {
            LoadPlan plan = Plans.plan(server.target())
                    .threads(3)
                    .requests(300)
                    .retries(0)
                    .rate("2000")
                    .build();
            RecordingSettings settings =
                    new RecordingSettings(Optional.of(directory), Optional.of("records.csv"), RecordsPolicy.BLOCK);
            RunResult result = new LocalRunner(settings).run(plan, new StopSignal(), RunObserver.NONE);
            RunReport report = new RunReport(result, Optional.empty(), Objectives.parse("p99<1us,errors<90%"));
            report.writeTo(directory, "swipestorm run");

            List<String> warnings = new ArrayList<>();
            RunDocument read = SummaryFile.read(directory.resolve("summary.json"), warnings::add);

            assertThat(warnings).isEmpty();
            assertThat(read).isEqualTo(report.document());
            RunData charts = RunData.of(directory.getFileName().toString(), result);
            assertThat(HtmlPage.of(RunPage.of(charts, read)))
                    .isEqualTo(Files.readString(directory.resolve("report.html")));
            assertThat(MarkdownText.of(RunPage.of(charts, read)))
                    .isEqualTo(MarkdownText.of(RunPage.of(charts, report.document())))
                    .contains("p99<0.001ms, measured", "Offered load", "status 503");
            assertThat(console(read)).isEqualTo(console(report.document())).contains("p99<0.001ms", "status 503");
            assertThat(LoadPlan.fromJson(summary().path("plan").toString())).isEqualTo(plan);
            Path again = directory.resolve("again");
            RecordsAnalysis records =
                    RecordsAnalysis.of(directory.resolve("records.csv"), Window.WHOLE, read.startedAtUs());
            ReportFiles.write(again, charts.name(), records, directory, Window.WHOLE, true, warnings::add);
            assertThat(warnings).isEmpty();
            assertThat(withoutWallTime(again)).isEqualTo(withoutWallTime(directory));
        }
    }

    /** The page without what depends on the wall time, which the records tell to a microsecond only. */
    private static String withoutWallTime(Path directory) throws IOException {
        return Files.readString(directory.resolve("report.html"))
                .replaceAll("[0-9.,]+ ok requests/s", "")
                .replaceAll(
                        "(<th scope=\"row\">(?:POST [^<]*|all)</th>(?:<td class=\"number\">[^<]*</td>){2})<td[^>]*>[^<]*</td>"
                                + "((?:<td class=\"number\">[^<]*</td>){9})<td[^>]*>[^<]*</td>",
                        "$1$2")
                .replaceAll("(wall time|throughput|bodies received)</th><td class=\"number\">[0-9.,]+", "$1");
    }

    private static String console(RunDocument run) {
        StringWriter text = new StringWriter();
        new ConsoleSummary(new PrintWriter(text), true).print(run, Optional.empty());
        return text.toString();
    }

    @Test
    void a_run_without_an_answer_and_without_records_has_a_sound_summary_too() throws Exception {
        AnsweringServer gone = new AnsweringServer(n -> 201);
        gone.close();
        RunReport report = report(
                Plans.plan(gone.target()).threads(2).requests(10).retries(1).build(), Optional.empty());
        assertThat(report.allOk()).isFalse();
        assertThat(report.violations()).isEmpty();
        JsonNode summary = summary();
        assertThat(errors(summary)).isEmpty();
        assertThat(summary.at("/records").isNull()).isTrue();
        assertThat(summary.at("/requests/failed").asLong()).isEqualTo(10);
        assertThat(summary.at("/attempts/byFailure/connect").asLong()).isEqualTo(20);
        assertThat(Files.readString(directory.resolve("summary.json"))).doesNotContain("NaN", "Infinity");
        assertThat(summary.at("/latency/responseTime/count").asLong(-1)).isZero();
        assertThat(summary.at("/latency/responseTime").valueStream().filter(JsonNode::isNull))
                .as("statistics of nothing")
                .hasSize(17);
    }

    @Test
    void a_summary_names_the_http_features_and_no_password() throws Exception {
        try (AnsweringServer proxy = new AnsweringServer(n -> 201)) {
            HttpFeatures features =
                    new HttpFeatures(Optional.of(proxy.target()), Optional.of(new Credentials("jo", "pa:ss")), true);
            LoadPlan plan = Plans.plan(Plans.NOWHERE)
                    .requests(5)
                    .transport(TransportChoice.of(new Classic()).with(features))
                    .build();
            RunReport report = report(plan, Optional.empty());

            assertThat(report.allOk()).isTrue();
            JsonNode summary = summary();
            assertThat(errors(summary)).isEmpty();
            assertThat(summary.at("/plan/proxy").asString())
                    .isEqualTo(proxy.target().toString());
            assertThat(summary.at("/plan/user").asString()).isEqualTo("jo");
            assertThat(summary.at("/plan/followRedirects").asBoolean()).isTrue();
            assertThat(summary.at("/plan/insecure").isBoolean()).isTrue();
            assertThat(plan.toString()).contains("jo").doesNotContain("pa:ss");
        }
    }

    @Test
    void a_summary_that_is_written_at_the_start_says_that_the_run_goes_on() throws Exception {
        RunReport.begin(
                directory, Plans.plan(Plans.NOWHERE).threads(3).requests(9).build(), "swipestorm run -t 3");

        JsonNode summary = summary();
        assertThat(errors(summary)).isEmpty();
        assertThat(summary.at("/state").asString()).isEqualTo("running");
        assertThat(summary.at("/command").asString()).isEqualTo("swipestorm run -t 3");
        assertThat(summary.at("/plan/threads").asInt()).isEqualTo(3);
        assertThat(summary.has("attempts")).isFalse();
    }

    @Test
    void the_schema_refuses_a_summary_that_is_not_one() throws Exception {
        assertThat(errors(JsonMapper.shared().readTree("{\"schemaVersion\":3}")))
                .isNotEmpty();
    }

    @Test
    @Tag("fault")
    @DisplayName("No file can be written -> the summary on the console is whole, the missing rows are counted, one line"
            + " names what is missing and the remedy")
    void what_cannot_be_written_is_a_problem_and_not_the_end_of_the_run() throws Exception {
        Path readOnly = Path.of("/proc");
        try (AnsweringServer server = new AnsweringServer(n -> 201)) {
            LoadPlan plan = Plans.plan(server.target()).requests(20).build();
            RecordingSettings settings =
                    new RecordingSettings(Optional.of(readOnly), Optional.of("records.csv"), RecordsPolicy.BLOCK);
            RunResult result = new LocalRunner(settings).run(plan, new StopSignal(), RunObserver.NONE);
            RunReport report = new RunReport(result, Optional.empty(), Objectives.NONE);
            report.writeTo(readOnly, "swipestorm run");

            assertThat(result.counts().ok()).isEqualTo(20);
            assertThat(report.allOk()).isFalse();
            assertThat(report.violations()).isEmpty();
            assertThat(report.problems())
                    .anySatisfy(problem -> assertThat(problem).contains("/proc/records.csv"));
            StringWriter text = new StringWriter();
            new ConsoleSummary(new PrintWriter(text), true).print(report.document(), report.directory());
            assertThat(text.toString()).contains("PROBLEM: ", "rows missing 20");
        }
    }

    @Test
    void a_warm_up_is_reported_apart_and_in_none_of_the_numbers() throws Exception {
        try (AnsweringServer server = new AnsweringServer(n -> 201)) {
            RunReport report = report(
                    Plans.plan(server.target())
                            .threads(4)
                            .requests(100)
                            .warmUp(new WarmUp(50, Optional.empty(), SelfWarmUp.NONE))
                            .build(),
                    Optional.of("records.csv"));
            assertThat(server.requests()).isEqualTo(150);
            assertThat(report.document().figures().requests().ended()).isEqualTo(100);
            JsonNode summary = summary();
            assertThat(errors(summary)).isEmpty();
            assertThat(summary.at("/warmUp/requestsOk").asLong()).isEqualTo(50);
            assertThat(summary.at("/records/rows").asLong()).isEqualTo(100);
        }
    }

    @Test
    void a_run_that_time_ends_says_so_and_drops_what_was_left_of_its_requests() throws Exception {
        try (AnsweringServer server = new AnsweringServer(n -> 201)) {
            RunReport report = report(
                    Plans.plan(server.target())
                            .requests(1_000_000_000)
                            .duration(Duration.ofMillis(300))
                            .build(),
                    Optional.of("records.csv.gz"));
            assertThat(report.violations()).isEmpty();
            JsonNode summary = summary();
            assertThat(errors(summary)).isEmpty();
            assertThat(summary.at("/endedBecause").asString()).isEqualTo("time-over");
            assertThat(summary.at("/requests/ok").asLong()
                            + summary.at("/requests/failed").asLong()
                            + summary.at("/requests/neverSent").asLong())
                    .isEqualTo(1_000_000_000);
        }
    }

    @Test
    void png_plots_may_be_left_out_and_those_of_an_earlier_report_go() throws Exception {
        try (AnsweringServer server = new AnsweringServer(n -> 201)) {
            RunReport report = report(Plans.plan(server.target()).requests(5).build(), Optional.empty());
            assertThat(names(directory)).contains("latency.png", "latency.svg", "throughput.png", "throughput.svg");

            report.writeTo(directory, "swipestorm sweep", false);

            assertThat(names(directory))
                    .contains("latency.svg", "throughput.svg")
                    .doesNotContain("latency.png", "throughput.png");
        }
    }

    private RunReport report(LoadPlan plan, Optional<String> records) throws InterruptedException {
        RecordingSettings settings = new RecordingSettings(Optional.of(directory), records, RecordsPolicy.BLOCK);
        RunReport report = new RunReport(
                new LocalRunner(settings).run(plan, new StopSignal(), RunObserver.NONE),
                Optional.empty(),
                Objectives.NONE);
        report.writeTo(directory, "swipestorm run");
        return report;
    }

    private static List<String> names(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).toList();
        }
    }

    private JsonNode summary() {
        return JsonMapper.shared().readTree(directory.resolve("summary.json"));
    }

    static List<Error> errors(JsonNode document) throws IOException {
        try (InputStream text = SummaryFile.class.getResourceAsStream("summary.schema.json")) {
            Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                    .getSchema(text);
            return schema.validate(document);
        }
    }
}
