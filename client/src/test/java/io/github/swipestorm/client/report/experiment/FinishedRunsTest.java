package io.github.swipestorm.client.report.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.swipestorm.client.experiment.Change;
import io.github.swipestorm.client.experiment.Change.Conclusion;
import io.github.swipestorm.client.experiment.Change.Of;
import io.github.swipestorm.client.experiment.ChangeLimit;
import io.github.swipestorm.client.experiment.FakeTrials;
import io.github.swipestorm.client.experiment.OperationChanges;
import io.github.swipestorm.client.experiment.PlannedRun;
import io.github.swipestorm.client.experiment.RunsFile;
import io.github.swipestorm.client.experiment.Schedule;
import io.github.swipestorm.client.experiment.Variant;
import io.github.swipestorm.client.report.document.MarkdownText;
import io.github.swipestorm.client.report.store.RunDirectory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Directories of single runs, compared after the fact. */
class FinishedRunsTest {

    @TempDir
    private Path directory;

    /**
     * A run with this many ok requests in each whole second, and the more in its first and its last the fewer those
     * are.
     */
    private Path run(String name, int seconds, int ok) throws IOException {
        String rows = IntStream.range(0, seconds)
                .mapToObj(second ->
                        second + "," + (second == 0 || second == seconds - 1 ? 1_000_000 / ok : ok + second % 2))
                .collect(Collectors.joining("\n", "second,ok\n", "\n"));
        return left(name, "throughput.csv", rows);
    }

    private Path left(String name, String file, String content) throws IOException {
        Path made = Files.createDirectories(directory.resolve(name));
        Files.writeString(made.resolve(file), content);
        return made;
    }

    @Test
    void single_runs_are_compared_without_their_first_and_last_second() throws IOException {
        Change throughput = change(run("a", 32, 1_000), run("b", 32, 500), Of.THROUGHPUT);

        assertThat(throughput.other() / throughput.first()).isCloseTo(0.5, within(0.001));
        assertThat(throughput.conclusion()).isEqualTo(Conclusion.LOWER);
    }

    private Path thinking(String name, String scenario, int meanUs, int abandoned) throws IOException {
        Path made = run(name, 32, 1_000);
        Files.writeString(made.resolve("summary.json"), """
                {"schemaVersion": 3, "state": "ended",
                 "verdict": {"bound": "think-time-bound", "evidence": "-", "consequence": "-"},
                 "iterations": {"scenarios": [
                   {"name": "%s", "completed": 9, "abandoned": %d,
                    "duration": {"count": 9, "meanUs": %d, "p50Us": 5, "p95Us": 5, "p99Us": 5}}]}}
                """.formatted(scenario, abandoned, meanUs));
        return made;
    }

    @Test
    void durations_of_iterations_are_compared_by_scenario_and_without_intervals() throws IOException {
        Path first = thinking("a", "buyer", 2_000, 0);
        Path other = thinking("b", "buyer", 3_000, 1);

        FinishedRuns.Result result = FinishedRuns.compare(List.of(first, other));
        String page = MarkdownText.of(FinishedRunsPage.of(result, List.of(), Optional.empty()));

        assertThat(page.replaceAll(" +", " "))
                .contains("| buyer | mean | 2.000 ms | 3.000 ms | +50.0 % |")
                .contains("| buyer | abandoned | 0.0 % | 10.0 % | - |");
        assertThat(result.notes())
                .anySatisfy(note -> assertThat(note)
                        .startsWith("Think time was the limit of '" + first + "' and '" + other + "': throughput"));
        assertThat(FinishedRuns.compare(List.of(first, thinking("c", "reader", 1_000, 0)))
                        .compared()
                        .get(0)
                        .scenarios())
                .isEmpty();
    }

    private static Change change(Path first, Path other, Of of) throws IOException {
        return FinishedRuns.compare(List.of(first, other)).compared().get(0).changes().stream()
                .filter(change -> change.of() == of)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void operations_that_both_runs_have_are_compared_with_intervals_that_hold_together() throws IOException {
        Path first = run("a", 32, 1_000);
        Path other = run("b", 32, 1_000);
        operations(first, "list", 600, "show", 390, "add", 10);
        operations(other, "list", 300, "show", 390, "remove", 10);

        List<OperationChanges> found =
                FinishedRuns.compare(List.of(first, other)).compared().get(0).operations();

        assertThat(found).extracting(OperationChanges::operation).containsExactly("list", "show");
        // Four metrics of two operations.
        assertThat(found.get(0).level()).isCloseTo(1 - 0.05 / 8, within(1e-9));
        assertThat(found.get(0).changes().get(0))
                .satisfies(list -> assertThat(list.other() / list.first()).isCloseTo(0.5, within(0.01)))
                .satisfies(
                        list -> assertThat(list.ratio().orElseThrow().level()).isCloseTo(1 - 0.05 / 8, within(1e-9)))
                .extracting(Change::conclusion)
                .isEqualTo(Conclusion.LOWER);
        assertThat(found.get(1).changes())
                .extracting(Change::conclusion)
                .as("throughput, p50 and p99 without records, errors")
                .containsExactly(
                        Conclusion.NOT_SHOWN, Conclusion.CANNOT_SAY, Conclusion.CANNOT_SAY, Conclusion.NOT_SHOWN);
        assertThat(ExperimentReports.finished(List.of(first, other), List.of())
                        .report()
                        .text())
                .containsPattern("\\| list +\\| throughput \\| .* shown: lower")
                .contains(
                        "The 8 intervals of operations hold together at 95 %: each one is made at 99.375 % (Bonferroni).");
    }

    @Test
    void a_limit_of_an_operation_is_judged_by_it_and_an_unknown_one_is_refused_with_the_names() throws IOException {
        List<Path> runs = List.of(run("a", 32, 1_000), run("b", 32, 1_000));
        operations(runs.get(0), "list", 600, "show", 390);
        operations(runs.get(1), "list", 300, "show", 390);

        ExperimentReports.Finished found = ExperimentReports.finished(
                runs, List.of(ChangeLimit.parse("throughput[list]<-10%"), ChangeLimit.parse("throughput[show]<-10%")));

        assertThat(found.answer()).isEqualTo(ChangeLimit.Answer.EXCEEDED);
        assertThat(found.report().text())
                .contains("throughput[list]<-10% applies: throughput changed by -49.", " (99.375 % interval)")
                .contains("throughput[show]<-10% does not apply: ");
        List<ChangeLimit> unknown = List.of(ChangeLimit.parse("p99[add]>+5ms"));
        assertThatThrownBy(() -> ExperimentReports.finished(runs, unknown))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("'p99[add]>+5ms' names an operation that ")
                .hasMessageEndingWith("do not both have: they have 'list', 'show'");
        assertThatThrownBy(() -> ChangeLimit.parse("cpu[add]>+5%"))
                .hasMessageContaining("cpu is not known of a single operation: throughput, p50, p99, errors are");
    }

    private void operations(Path run, Object... namesAndRates) throws IOException {
        StringBuilder rows = new StringBuilder("second,operation,started,ok,failed\n");
        for (int second = 0; second < 32; second++) {
            for (int i = 0; i < namesAndRates.length; i += 2) {
                int ok = (int) namesAndRates[i + 1] + second % 3;
                rows.append(second).append(',').append(namesAndRates[i]).append(',');
                rows.append(ok).append(',').append(ok).append(",0\n");
            }
        }
        left(run.getFileName().toString(), "throughput-by-operation.csv", rows.toString());
    }

    @Test
    void a_run_that_is_too_short_has_no_conclusion_but_a_reason() throws IOException {
        Change throughput = change(run("a", 32, 1_000), run("short", 4, 1_000), Of.THROUGHPUT);

        assertThat(throughput.conclusion()).isEqualTo(Conclusion.CANNOT_SAY);
        assertThat(throughput.why()).contains("short' has 2 whole seconds, it takes 8: compare longer runs");
    }

    @Test
    void a_file_that_is_no_timeline_is_named() throws IOException {
        List<Path> directories = List.of(run("a", 32, 1_000), left("b", "throughput.csv", "second,ok\n0,many\n"));

        assertThatThrownBy(() -> FinishedRuns.compare(directories))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("throughput.csv of a run", "many");
    }

    @Test
    void a_run_is_not_compared_with_an_experiment() throws IOException {
        List<Path> directories = List.of(run("a", 32, 1_000), left("b", "runs.csv", ""));

        assertThatThrownBy(() -> FinishedRuns.compare(directories))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("compare two of a kind");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "summary.json | {'plan':{'insecure':true}} | true",
                "experiment.json | {'settings':[{'plan':{'insecure':false}},{'plan':{'insecure':true}}]} | true",
                "summary.json | {'plan':{'insecure':false}} | false",
                "summary.json | {'plan':{'insecure':true | false",
            })
    void load_that_no_certificate_protected_is_shouted_about_again(String file, String content, boolean shouted)
            throws IOException {
        Path first = run("a", 32, 1_000);
        run("b", 32, 1_000);
        Path other = left("b", file, content.replace('\'', '"'));

        String text = ExperimentReports.finished(List.of(first, other), List.of())
                .report()
                .text();

        assertThat(text).contains("| throughput");
        assertThat(text.contains("WARNING: INSECURE: ")).isEqualTo(shouted);
    }

    @Test
    void what_differs_between_plans_and_machines_is_named_first() throws IOException {
        Path first = run("a", 32, 1_000);
        Path other = run("b", 32, 1_000);
        left("a", "summary.json", "{\"plan\":{\"threads\":50,\"model\":\"average\"},\"environment\":{\"cpus\":2}}");
        left("b", "summary.json", "{\"plan\":{\"threads\":200,\"model\":\"average\"},\"environment\":{\"cpus\":8}}");

        assertThat(FinishedRuns.compare(List.of(first, other)).notes())
                .first()
                .asString()
                .startsWith("They differ in more than time: ")
                .contains("threads is 50 in '" + first + "' and 200 in '" + other + "'")
                .contains("environment.cpus is 2 in '" + first + "' and 8 in '" + other + "'")
                .doesNotContain("model");
    }

    @Test
    void a_run_that_was_broken_off_is_not_compared() throws IOException {
        List<Path> directories = List.of(run("a", 32, 1_000), run("b", 32, 1_000));
        left("b", "summary.json", "{\"state\":\"running\",\"plan\":{\"threads\":50}}");

        assertThatThrownBy(() -> FinishedRuns.compare(directories))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("b' holds a run that was interrupted", "swipestorm report");
    }

    @Test
    void a_run_that_is_going_on_is_not_compared() throws IOException {
        List<Path> directories = List.of(run("a", 32, 1_000), run("b", 32, 1_000));
        try (RunDirectory held = RunDirectory.existing(directories.get(1))) {
            left("b", "summary.json", "{\"state\":\"running\",\"plan\":{\"threads\":50}}");

            assertThatThrownBy(() -> FinishedRuns.compare(directories))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("'" + held.path() + "' holds a run that is still running");
        }
    }

    /** What a sweep leaves; its throughput grows with the threads. */
    private Path sweep(String name, int rounds, int cpus, double factor, int... threads) throws IOException {
        List<Variant> variants = IntStream.of(threads)
                .mapToObj(count -> FakeTrials.variant("threads=" + count, count))
                .toList();
        Path made = left(
                name,
                "experiment.json",
                IntStream.of(threads)
                        .mapToObj(count -> "{\"name\":\"threads=" + count + "\",\"plan\":{\"threads\":" + count + "}}")
                        .collect(Collectors.joining(
                                ",", "{\"environment\":{\"cpus\":" + cpus + "},\"settings\":[", "]}")));
        FakeTrials runner =
                new FakeTrials(0.01, variant -> factor * 1_000 * variant.plan().threads());
        try (RunsFile runs = RunsFile.open(made.resolve("runs.csv"))) {
            for (PlannedRun step : Schedule.mirrored(variants, rounds).runs()) {
                runs.append(runner.run(step));
            }
        }
        return made;
    }

    @Test
    void sweeps_are_compared_by_common_variants_and_the_others_are_listed() throws IOException {
        Path first = sweep("a", 6, 2, 1, 1, 2, 4);
        Path other = sweep("b", 6, 4, 0.5, 2, 4, 8, 16);

        FinishedRuns.Result result = FinishedRuns.compare(List.of(first, other));

        assertThat(result.experiments()).isTrue();
        assertThat(result.compared())
                .extracting(FinishedRuns.Compared::name)
                .containsExactlyInAnyOrder(other + ", threads=2", other + ", threads=4");
        assertThat(result.compared())
                .allSatisfy(compared ->
                        assertThat(compared.changes().get(0).conclusion()).isEqualTo(Conclusion.LOWER));
        assertThat(result.notes())
                .containsExactly(
                        "They differ in more than time: environment.cpus is 2 in '" + first + "' and 4 in '" + other
                                + "'.",
                        "Only '" + first + "' has threads=1, which cannot be compared.",
                        "Only '" + other + "' has threads=8, threads=16, which cannot be compared.");
    }

    @Test
    void sweeps_without_a_common_setting_or_with_too_few_common_rounds_are_not_judged() throws IOException {
        Path first = sweep("a", 6, 2, 1, 1, 2);

        assertThatThrownBy(() -> FinishedRuns.compare(List.of(first, sweep("b", 6, 2, 1, 4, 8))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no setting in common");
        Change throughput = change(first, sweep("c", 4, 2, 0.5, 2), Of.THROUGHPUT);
        assertThat(throughput.conclusion()).isEqualTo(Conclusion.CANNOT_SAY);
        assertThat(throughput.why()).contains("4 common rounds are too few, it takes 5");
    }
}
