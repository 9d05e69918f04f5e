package io.github.swipestorm.client.report.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.swipestorm.client.experiment.RunMetric;
import io.github.swipestorm.client.experiment.RunsFile;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.plan.PlanDocument;
import io.github.swipestorm.client.report.run.RecordsAnalysis;
import io.github.swipestorm.client.report.run.ReportFiles;
import io.github.swipestorm.client.telemetry.Metric;
import io.github.swipestorm.client.verdict.Bound;
import io.github.swipestorm.client.verdict.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Files that Swipestorm wrote are read for ever: {@code version-2} and {@code version-3} hold a run and an experiment each. Those of a
 * released version are never regenerated; a later version adds its own directory.
 */
class KeptFilesTest {

    private static final List<String> FILES = List.of(
            "summary.json",
            "records.csv",
            "throughput.csv",
            "telemetry.csv",
            "gc-pauses.csv",
            "experiment.json",
            "runs.csv");

    @TempDir
    private Path directory;

    private final List<String> warnings = new ArrayList<>();

    @BeforeEach
    void copy() throws IOException {
        copy(2);
    }

    private void copy(int version) throws IOException {
        for (String file : FILES) {
            try (InputStream kept = KeptFilesTest.class.getResourceAsStream("version-" + version + "/" + file)) {
                Files.copy(kept, directory.resolve(file), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3})
    void every_version_is_read_whole_and_its_report_is_made_again(int version) throws IOException {
        copy(version);
        Path out = file("out");

        RunDocument document = SummaryFile.read(file("summary.json"), warnings::add);
        RecordsAnalysis records = RecordsAnalysis.of(file("records.csv"), Window.WHOLE, document.startedAtUs());
        ReportFiles.write(out, "kept", records, directory, Window.WHOLE, true, warnings::add);

        assertThat(warnings).isEmpty();
        assertThat(document.start().schemaVersion()).isEqualTo(version);
        assertThat(document.figures().attempts()).isEqualTo(records.figures().attempts());
        assertThat(document.figures().latency().responseTime().p99Us())
                .isEqualTo(records.figures().latency().responseTime().p99Us());
        assertThat(out.resolve("throughput.csv"))
                .as("counted again as it was counted")
                .hasSameTextualContentAs(file("throughput.csv"));
        assertThat(Files.readString(out.resolve("report.html")))
                .contains("10 of 70 attempts failed", "127.0.0.1:18099", "Client, server and machine")
                .contains("open loop, start (1/s)", "p99&lt;100ms, measured ");
        assertThat(ExperimentFile.parts(directory).toString()).contains("less-blocking", "127.0.0.1:18099");
        assertThat(RunsFile.read(file("runs.csv"))).isNotEmpty();
    }

    @Test
    void a_summary_with_more_and_fewer_fields_is_read_and_missing_ones_are_named() throws IOException {
        ObjectNode summary = (ObjectNode) JsonMapper.shared().readTree(Files.readString(file("summary.json")));
        summary.remove(List.of("verdict", "telemetry"));
        summary.put("checks", 5);
        ((ObjectNode) summary.at("/latency/responseTime")).remove("p9999Us");
        summary.putNull("workers")
                .putNull("bucketWidthUs")
                .putNull("workerDeath")
                .putNull("objectivesNotJudged")
                .putNull("successShare")
                .putNull("bodyBytesPerSecond")
                .putNull("throughputVariationShare")
                .putNull("operations");
        Files.writeString(file("summary.json"), summary.put("schemaVersion", 4).toString());

        RunDocument read = SummaryFile.read(file("summary.json"), warnings::add);

        assertThat(read.findings().verdict()).isEmpty();
        assertThat(read.findings().telemetry()).isEmpty();
        assertThat(read.figures().latency().responseTime().p99Us()).isEqualTo(18_792);
        assertThat(warnings)
                .containsExactly(
                        file("summary.json")
                                + " is of version 4, and this version of Swipestorm knows 3: what has another "
                                + "name there is not in the report",
                        file("summary.json")
                                + " has no verdict, telemetry: another version wrote it, and their content "
                                + "is not in the report");
        RecordsAnalysis records = RecordsAnalysis.of(file("records.csv"), Window.WHOLE, read.startedAtUs());
        ReportFiles.write(file("out"), "kept", records, directory, Window.WHOLE, true, warnings::add);
        assertThat(file("out").resolve("report.html"))
                .content()
                .contains(" has no verdict, telemetry: another version wrote it");
    }

    @Test
    void rows_that_no_run_writes_do_not_replace_what_was_counted() throws IOException {
        copy(3);
        RunDocument document = SummaryFile.read(file("summary.json"), warnings::add);
        assertThat(RecordsCoverage.of(
                        directory, RecordsAnalysis.of(file("records.csv"), Window.WHOLE, document.startedAtUs())))
                .isEqualTo(new RecordsCoverage(true, false, Optional.empty()));
        List<String> rows = Files.readAllLines(file("records.csv"));
        String firstRow = rows.get(1);
        rows.set(1, "9999999999999999" + firstRow.substring(firstRow.indexOf(',')));
        Files.write(file("records.csv"), rows);

        RecordsCoverage coverage = RecordsCoverage.of(
                directory, RecordsAnalysis.of(file("records.csv"), Window.WHOLE, document.startedAtUs()));

        assertThat(coverage.whole()).isFalse();
        assertThat(coverage.contradicted()).isTrue();
        assertThat(coverage.note())
                .contains("The rows are not those that the run wrote. What was counted during the run"
                        + " is in summary.json and the files beside it, which are left as they are.");
    }

    private Path file(String name) {
        return directory.resolve(name);
    }

    @Test
    void summary() {
        RunDocument summary = SummaryFile.read(file("summary.json"), warnings::add);

        assertThat(warnings).isEmpty();
        assertThat(summary.start().plan().map(PlanDocument::target)).contains("http://127.0.0.1:18099/app");
        assertThat(summary.figures().requests().okAfterRetries()).isEqualTo(10);
        assertThat(summary.figures().latency().wholeRequests().p95Us()).isEqualTo(5_775);
        assertThat(summary.findings().verdict().map(Verdict::bound)).contains(Bound.ERRORS);
        assertThat(summary.figures().attempts().total()).isEqualTo(70);
    }

    @Test
    void records() throws IOException {
        RecordsAnalysis analysis = RecordsAnalysis.of(file("records.csv"), Window.WHOLE, OptionalLong.empty());

        assertThat(analysis.figures().requests().okAtFirstAttempt()).isEqualTo(50);
        assertThat(analysis.figures().requests().okAfterRetries()).isEqualTo(10);
        assertThat(analysis.figures().attempts().total()).isEqualTo(70);
        assertThat(analysis.figures().latency().responseTime().maxUs()).isEqualTo(18_792);
        assertThat(analysis.figures().latency().wholeRequests().meanUs()).isEqualTo(1_925, within(1.0));
        assertThat(analysis.notes()).isEmpty();
        assertThat(RecordsCoverage.of(directory, analysis))
                .extracting(RecordsCoverage::whole)
                .isEqualTo(true);
    }

    @Test
    void telemetry() {
        assertThat(TelemetryCsv.read(file("telemetry.csv"), Window.WHOLE, List.of(), warnings::add)
                        .mean(Metric.IN_FLIGHT))
                .hasValueCloseTo(0.038, within(0.001));
        assertThat(GcPausesCsv.read(file("gc-pauses.csv"), Window.WHOLE, warnings::add))
                .isEmpty();
        assertThat(warnings).isEmpty();
    }

    @Test
    void an_experiment_and_its_runs() throws IOException {
        assertThat(ExperimentFile.arguments(directory)).startsWith("compare", "models", "--models");
        assertThat(ExperimentFile.parts(directory).toString()).contains("less-blocking", "127.0.0.1:18099");

        List<Trial> trials = RunsFile.read(file("runs.csv"));
        assertThat(trials).hasSize(6);
        assertThat(trials.get(1).get(RunMetric.THROUGHPUT)).hasValue(40.69807486873202);
        assertThat(trials.get(1).bound()).contains("error-bound");
        byte[] before = Files.readAllBytes(file("runs.csv"));
        try (RunsFile runs = RunsFile.open(file("runs.csv"))) {
            assertThat(runs.trials()).isEqualTo(trials);
            runs.append(trials.get(0));
        }
        assertThat(file("runs.csv"))
                .as("rows are written as they were")
                .content()
                .startsWith(new String(before))
                .endsWith("\n" + Files.readAllLines(file("runs.csv")).get(1) + "\n");
    }

    @Test
    void a_table_of_runs_with_more_and_fewer_columns_goes_on_and_says_so() throws IOException {
        List<List<String>> cells = Files.readAllLines(file("runs.csv")).stream()
                .map(line -> List.of(line.split(",", -1)))
                .toList();
        int verdict = cells.get(0).indexOf("verdict");
        int median = cells.get(0).indexOf("service_p50_ms");
        Files.writeString(
                file("runs.csv"),
                cells.stream()
                        .map(row -> {
                            List<String> changed = new ArrayList<>(row);
                            changed.remove(median);
                            changed.remove(verdict);
                            changed.add(0, row == cells.get(0) ? "think_time_s" : "0.5");
                            return String.join(",", changed) + "\n";
                        })
                        .collect(Collectors.joining()));

        List<Trial> trials = RunsFile.read(file("runs.csv"));
        assertThat(trials).hasSize(6);
        assertThat(trials.get(1).get(RunMetric.THROUGHPUT)).hasValue(40.69807486873202);
        assertThat(trials.get(1).get(RunMetric.SERVICE_P50)).isEmpty();
        assertThat(trials.get(1).bound()).isEmpty();
        Trial further = new Trial(
                "further",
                1,
                trials.get(0).startedAt(),
                trials.get(0).ended(),
                Optional.of("error-bound"),
                Optional.empty(),
                Map.of(RunMetric.OK, 7.0, RunMetric.SERVICE_P50, 1.5));
        try (RunsFile runs = RunsFile.open(file("runs.csv"))) {
            assertThat(runs.differences())
                    .containsExactly(
                            "it has no column verdict, service_p50_ms, think_mean_ms, iterations_per_s, iteration_p95_ms,"
                                    + " open_sockets_mean, client_rss_max_bytes, client_cpu_max_cores, server_rss_bytes, samples: none of its runs has these figures",
                            "this version does not know its column think_time_s: what is there stays, and further "
                                    + "runs leave it empty");
            runs.append(further);
            assertThat(runs.trials().get(6).quantities()).containsOnlyKeys(RunMetric.OK);
        }
        List<Trial> more = RunsFile.read(file("runs.csv"));
        assertThat(more.subList(0, 6)).isEqualTo(trials);
        assertThat(more.get(6).quantities()).isEqualTo(Map.of(RunMetric.OK, 7.0));
        assertThat(Files.readAllLines(file("runs.csv")).get(7)).startsWith(",further,1,");
    }

    @Test
    void telemetry_with_more_and_fewer_columns_is_read_and_says_so() throws IOException {
        Files.writeString(file("telemetry.csv"), "interval_us,at_us,new,in_flight\n1000000,1000000,x,3\n");

        assertThat(TelemetryCsv.read(file("telemetry.csv"), Window.WHOLE, List.of(), warnings::add)
                        .mean(Metric.IN_FLIGHT))
                .hasValue(3);
        assertThat(warnings).singleElement().asString().contains("telemetry.csv has no column client_cpu, ");
    }
}
