package io.github.swipestorm.client.report.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.swipestorm.client.clock.RunClock;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.measure.OperationMeasurements;
import io.github.swipestorm.client.record.Attempt;
import io.github.swipestorm.client.record.AttemptCounters;
import io.github.swipestorm.client.record.LatencyRecorder;
import io.github.swipestorm.client.record.Measurements;
import io.github.swipestorm.client.record.SinkChain;
import io.github.swipestorm.client.record.csv.AttemptReplay;
import io.github.swipestorm.client.report.document.Document.Figure;
import io.github.swipestorm.client.report.document.Document.Table;
import io.github.swipestorm.client.report.store.OperationsCsv;
import io.github.swipestorm.client.report.store.RunDocument.Figures;
import io.github.swipestorm.client.report.store.RunDocument.OperationFigures;
import io.github.swipestorm.client.report.store.RunDocument.PercentileMethods;
import io.github.swipestorm.client.report.store.SummaryFile;
import io.github.swipestorm.client.telemetry.Telemetry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The rows of a run's operations, in tables, charts and files. */
class OperationsReportTest {

    /** Three seconds; operation i has 10 + i requests in each second, of 1 + i ms and 100 bytes, the first one of which failed. */
    private static Measurements recorded(int operations) {
        RunClock clock = AttemptReplay.clock(0);
        AttemptCounters counters = new AttemptCounters();
        LatencyRecorder latencies = new LatencyRecorder(clock);
        SinkChain sinks = new SinkChain(List.of(counters, latencies));
        Attempt view = new Attempt();
        long request = 0;
        for (int second = 0; second < 3; second++) {
            for (int operation = 0; operation < operations; operation++) {
                for (int i = 0; i < 10 + operation; i++) {
                    long sent = second * 1_000_000_000L + i * 1_000_000L;
                    boolean ok = i > 0;
                    int status = ok ? 200 : 500;
                    long packed = Attempt.pack(1, operation, true, ok, status, Attempt.NO_FAILURE);
                    long done = sent + (1 + operation) * 1_000_000L;
                    view.wrap(
                            new long[] {
                                request++,
                                sent,
                                sent,
                                sent,
                                done,
                                Attempt.packBytes(100, 250),
                                packed,
                                Attempt.packWorker(0, (done - sent) / 2_000)
                            },
                            0);
                    sinks.accept(view);
                }
            }
        }
        sinks.endOfRound();
        List<String> names =
                IntStream.range(0, operations).mapToObj(i -> "op " + i).toList();
        return latencies.measurements(counters.counts(), Map.of(), names, UnaryOperator.identity());
    }

    private static Figures figures(Measurements recorded) {
        return Figures.of(recorded, Map.of(), OptionalInt.of(1), 3, PercentileMethods.NONE);
    }

    @Test
    void the_console_has_a_row_for_each_of_a_few_operations_and_one_for_all() {
        Figures run = figures(recorded(3));

        assertThat(OperationTables.brief(run).toString().lines().map(line -> line.replaceAll(" +", " ")))
                .containsExactly(
                        "Operations, times in ms requests failed ok req/s p50 p95 p99 max",
                        " op 0 30 3 9.0 1.000 1.000 1.000 1.000",
                        " op 1 33 3 10.0 2.000 2.000 2.000 2.000",
                        " op 2 36 3 11.0 3.000 3.000 3.000 3.000",
                        " all 99 9 30.0 2.000 3.000 3.000 3.000");
        assertThat(OperationTables.whole(run).tables())
                .singleElement()
                .satisfies(table -> assertThat(table.rows().get(1))
                        .containsExactly(
                                "op 1", "33", "3", "10.0", "2.000", "2.000", "2.000", "2.000", "2.000", "2.000",
                                "2.000", "2.000", "100", "1,100", "2,750", "1.000", "1.000"));
        assertThat(run.operations().get(2).achievedShare()).hasValueCloseTo(36 / 99.0, within(1e-9));
    }

    @Test
    void of_many_operations_the_console_and_the_charts_have_the_busiest_and_the_page_has_all() {
        Measurements recorded = recorded(14);
        Figures run = figures(recorded);

        List<String> lines = OperationTables.brief(run).toString().lines().toList();
        assertThat(lines).hasSize(1 + OperationTables.MOST + 1);
        assertThat(lines.get(1)).startsWith("  op 3 ");
        // Operations 0, 1 and 2: of percentiles there is no sum.
        assertThat(lines.get(12).replaceAll(" +", " ")).isEqualTo(" others 99 9 30.0 - - - -");
        assertThat(OperationTables.whole(run).tables())
                .singleElement()
                .extracting(Table::rows)
                .asInstanceOf(org.assertj.core.api.InstanceOfAssertFactories.LIST)
                .hasSize(15);
        List<String> charts = new RunCharts(RunData.of("many", recorded, Telemetry.NONE))
                .overTime().stream()
                        .map(part -> ((Figure) part).chart())
                        .filter(chart -> chart.title().contains("by operation"))
                        .map(chart -> chart.description())
                        .toList();
        assertThat(charts).hasSize(2);
        assertThat(charts.get(0))
                .contains("op 13: mean ", "; others: mean 30.0")
                .doesNotContain("op 2:");
        assertThat(charts.get(1)).contains("others of a second: 3.000 to 3.");
    }

    @Test
    void a_share_that_chance_does_not_explain_is_a_warning_and_another_one_is_none() {
        Figures run = figures(recorded(3));
        String asked =
                "{\"operations\":[{\"name\":\"op 2\",\"askedShare\":0.9},{\"name\":\"op 0\",\"askedShare\":0.3}]}";

        Figures ordered = run.inOrderOf(SummaryFile.read(asked).figures(), true);

        assertThat(ordered.operations()).extracting(OperationFigures::name).containsExactly("op 2", "op 0", "op 1");
        assertThat(OperationTables.unlikelyShares(ordered))
                .containsExactly("The operation 'op 2' is asked for in 90.00 % of the requests and was 36.36 % of them."
                        + " Chance makes a difference like that in fewer than 0.1 % of runs.");
        assertThat(OperationTables.unlikelyShares(run)).isEmpty();
        assertThat(OperationTables.whole(ordered).toString()).contains("asked % achieved %", "    90.00      36.36");
    }

    @Test
    void a_run_of_one_operation_has_no_table_or_chart_of_it() {
        Measurements recorded = recorded(1);

        assertThat(OperationTables.several(figures(recorded))).isFalse();
        assertThat(new RunCharts(RunData.of("one", recorded, Telemetry.NONE)).overTime())
                .hasSize(2);
        assertThat(recorded.operations()).singleElement().satisfies(row -> {
            assertThat(row.timeline()).isSameAs(recorded.timeline());
            assertThat(row.counts()).isEqualTo(recorded.counts());
        });
    }

    @Test
    void the_file_in_long_form_adds_up_to_the_run(@TempDir Path directory) throws Exception {
        Measurements recorded = recorded(4);
        Path file = directory.resolve("throughput-by-operation.csv");

        OperationsCsv.write(file, recorded.operations(), 0, 3);

        List<String[]> rows = Files.readAllLines(file).stream()
                .skip(1)
                .map(line -> line.split(",", -1))
                .toList();
        assertThat(rows).hasSize(12);
        assertThat(rows.get(5)).startsWith("1", "op 1", "11", "10", "1").endsWith("1000");
        assertThat(Long.parseLong(rows.get(5)[5])).isBetween(1_990L, 2_020L);
        for (int second = 0; second < 3; second++) {
            String which = Integer.toString(second);
            assertThat(rows.stream()
                            .filter(row -> row[0].equals(which))
                            .mapToLong(row -> Long.parseLong(row[3]))
                            .sum())
                    .isEqualTo(recorded.timeline().seconds().get(second).ok());
        }
    }

    @Test
    void rows_that_do_not_add_up_to_the_run_are_a_violation() {
        RunResult sound = MadeUpResult.of(1_024, Telemetry.NONE);
        assertThat(sound.violations()).isEmpty();

        OperationMeasurements row = sound.recorded().operations().get(0);
        RunResult twice = withRows(sound, List.of(row, row));

        assertThat(twice.violations())
                .hasSize(2)
                .anySatisfy(text -> assertThat(text).startsWith("the sum of all operations, Counts["))
                .anySatisfy(text -> assertThat(text).contains("is not latencies of all operations"));
    }

    private static RunResult withRows(RunResult run, List<OperationMeasurements> rows) {
        return new RunResult(
                run.plan(),
                run.planned(),
                run.begunIterations(),
                run.selfWarmUp(),
                run.warmUp(),
                run.startedAt(),
                run.wallTime(),
                run.cpuTime(),
                run.workerTime(),
                run.recorded().with(rows),
                run.server(),
                run.telemetry(),
                run.connects(),
                run.probe(),
                run.reason(),
                run.workerDeath(),
                List.of(),
                List.of());
    }
}
