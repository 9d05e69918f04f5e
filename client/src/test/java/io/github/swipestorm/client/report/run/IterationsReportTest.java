package io.github.swipestorm.client.report.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.measure.IterationMeasurements;
import io.github.swipestorm.client.measure.LatencyHistogram;
import io.github.swipestorm.client.objective.Objectives;
import io.github.swipestorm.client.objective.Objectives.Status;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.record.RunFiles;
import io.github.swipestorm.client.report.store.RunDocument;
import io.github.swipestorm.client.report.store.RunDocument.Figures;
import io.github.swipestorm.client.report.store.RunDocument.PercentileMethods;
import io.github.swipestorm.client.report.store.SummaryFile;
import io.github.swipestorm.client.telemetry.Telemetry;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.workload.ThinkTime;
import io.github.swipestorm.client.workload.ThinkingWorkload;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class IterationsReportTest {

    private static final IterationMeasurements BUYER = row("buyer", 8, 1, 3, 2, 1_000_000);
    private static final IterationMeasurements READER = row("reader", 40, 0, 0, 0, 200_000);

    @TempDir
    private Path directory;

    private static IterationMeasurements row(
            String name, long completed, long abandoned, long underWay, long late, long durationUs) {
        LatencyHistogram durations = LatencyHistogram.growing();
        LatencyHistogram lag = LatencyHistogram.growing();
        for (int i = 0; i < completed; i++) {
            durations.record(durationUs);
        }
        for (int i = 0; i < completed + abandoned + underWay; i++) {
            lag.record(7_000);
        }
        long thinkingNanos = completed * durationUs * 900;
        return new IterationMeasurements(
                name, completed, abandoned, underWay, late, 1, 1_000, thinkingNanos, durations, lag);
    }

    private RunDocument written(IterationMeasurements... rows) {
        RunResult result = MadeUpResult.of(1, Telemetry.NONE, List.of(rows));
        new RunReport(result, Optional.empty(), Objectives.NONE).writeTo(directory, "swipestorm run");
        return SummaryFile.read(directory.resolve(RunFiles.SUMMARY), warning -> {
            throw new AssertionError(warning);
        });
    }

    private static String console(RunDocument run, boolean details) {
        StringWriter text = new StringWriter();
        new ConsoleSummary(new PrintWriter(text), details).print(run, Optional.empty());
        return text.toString();
    }

    @Test
    void the_console_has_the_sums_and_a_line_for_each_of_several_scenarios() {
        assertThat(console(written(BUYER, READER), false))
                .contains(
                        "Iterations:    48 completed (0.00/s), 1 abandoned, 3 under way at the end; 2 late for their pace\n"
                                + "  buyer: 8 completed, 1 abandoned; duration p50 1,000.000, p95 1,000.000, p99 1,000.000 ms,"
                                + " of which 900.000 ms thinking on average\n"
                                + "  reader: 40 completed, 0 abandoned; duration p50 200.")
                .contains("iterations begun 52 = completed 48 + abandoned 1 + under way at the end 3\n");
    }

    @Test
    void a_single_scenario_takes_one_line() {
        assertThat(console(written(READER), false))
                .contains(
                        "Iterations:    40 completed (0.00/s), 0 abandoned, 0 under way at the end; duration p50 200.");
        assertThat(console(written(), false)).doesNotContain("terations");
    }

    @Test
    void details_and_pages_have_a_row_for_each_scenario_and_one_for_all() {
        RunDocument run = written(BUYER, READER);

        assertThat(SummaryText.tables(run.figures()).stream()
                        .filter(table -> table.columns().contains("completed")))
                .singleElement()
                .satisfies(table -> {
                    assertThat(table.rows().get(0))
                            .containsExactly(
                                    "buyer",
                                    "12",
                                    "8",
                                    "1",
                                    "3",
                                    "2",
                                    "0.001",
                                    "1,000.000",
                                    "1,000.000",
                                    "1,000.000",
                                    "1,000.000",
                                    "1,000.000",
                                    "1,000.000",
                                    "900.000");
                    assertThat(table.rows()).extracting(row -> row.get(0)).containsExactly("buyer", "reader", "all");
                });
        assertThat(console(run, true)).contains("Iterations, durations in ms ", "woke up late by, p99");
    }

    @Test
    void the_schema_allows_what_the_summary_says_of_iterations() throws IOException {
        written(BUYER, READER);
        JsonNode summary = JsonMapper.shared().readTree(Files.readString(directory.resolve(RunFiles.SUMMARY)));

        assertThat(RunReportTest.errors(summary)).isEmpty();
        assertThat(summary.at("/iterations/all/begun").asLong()).isEqualTo(52);
        assertThat(summary.at("/iterations/neverBegun").asLong()).isZero();
        ((ObjectNode) summary.at("/iterations/all")).put("begun", -1);
        assertThat(RunReportTest.errors(summary)).hasSize(1);
    }

    @Test
    void a_run_in_progress_has_no_figures_that_depend_on_its_end() {
        RunResult result = MadeUpResult.of(1, Telemetry.NONE, List.of(BUYER));
        Figures now = Figures.of(result.recorded(), Map.of(), OptionalInt.of(1), 10, PercentileMethods.NONE);

        assertThat(now.iterations()).hasValueSatisfying(iterations -> {
            assertThat(iterations.neverBegun()).isEmpty();
            assertThat(IterationTables.whole(iterations).tables())
                    .singleElement()
                    .satisfies(table -> assertThat(table.columns())
                            .contains("completed", "abandoned", "late")
                            .doesNotContain("begun", "under way"));
        });
    }

    @Test
    void rows_do_not_tell_iterations_so_that_the_summary_keeps_them_for_the_whole_run_only() {
        RunDocument document = written(BUYER, READER);
        Figures rows = Figures.of(
                MadeUpResult.of(1, Telemetry.NONE).recorded(), Map.of(), OptionalInt.of(1), 10, PercentileMethods.NONE);

        assertThat(rows.iterations()).isEmpty();
        assertThat(rows.inOrderOf(document.figures(), true).iterations())
                .isPresent()
                .isEqualTo(document.figures().iterations());
        assertThat(rows.inOrderOf(document.figures(), false).iterations()).isEmpty();
    }

    @Test
    void objectives_are_judged_by_the_iterations_of_all_scenarios_or_of_one() {
        RunResult result = MadeUpResult.of(1, Telemetry.NONE, List.of(BUYER, READER));

        assertThat(Objectives.parse("iteration.p50<1s,iteration.p95[buyer]<1s,iteration.max[reader]<1s,abandoned<2%,"
                                + "abandoned[buyer]<12%,abandoned[reader]<=0%")
                        .judge(result, Optional.empty()))
                .extracting(judgement -> judgement.measured().orElseThrow(), judgement -> judgement.status())
                .containsExactly(
                        tuple(200.063, Status.MET),
                        tuple(1_000.0, Status.MISSED),
                        tuple(200.0, Status.MET),
                        tuple(100 * 1 / 49.0, Status.MISSED),
                        tuple(100 * 1 / 9.0, Status.MET),
                        tuple(0.0, Status.MET));
        assertThat(Objectives.parse("abandoned<1%")
                        .judge(MadeUpResult.of(1, Telemetry.NONE), Optional.empty())
                        .get(0)
                        .measured())
                .isEmpty();
    }

    @Test
    void an_objective_for_iterations_needs_a_workload_that_has_them() {
        LoadPlan plain = Plans.plan(Plans.NOWHERE).requests(1).build();
        LoadPlan thinking = Plans.plan(Plans.NOWHERE)
                .workload(new ThinkingWorkload(plain.workload(), ThinkTime.parse("1s")))
                .requests(1)
                .build();

        Objectives.parse("iteration.p95<1s,abandoned[swipes]<1%").requirePartsOf(thinking);
        assertThatThrownBy(() -> Objectives.parse("abandoned<1%").requirePartsOf(plain))
                .hasMessage("'abandoned<1%' is about iterations, and the workload 'swipes' has none: add think time, or"
                        + " choose a workload with scenarios");
        assertThatThrownBy(() -> Objectives.parse("abandoned[buyer]<1%").requirePartsOf(thinking))
                .hasMessage("'abandoned[buyer]<1%' names a scenario that the workload 'swipes' does not have: it has"
                        + " 'swipes'");
    }

    @Test
    void a_summary_of_an_earlier_version_has_no_iterations() {
        assertThat(SummaryFile.read("{\"schemaVersion\":3}").figures().iterations())
                .isEmpty();
        assertThat(SummaryFile.read("{\"schemaVersion\":3,\"iterations\":{\"all\":{\"completed\":5}}}")
                        .figures()
                        .iterations())
                .hasValueSatisfying(iterations -> {
                    assertThat(iterations.all().completed()).isEqualTo(5);
                    assertThat(iterations.scenarios()).isEmpty();
                    assertThat(IterationTables.brief(iterations)).hasSize(1);
                });
    }
}
