package io.github.swipestorm.client.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.swipestorm.client.experiment.Change;
import io.github.swipestorm.client.experiment.Change.Conclusion;
import io.github.swipestorm.client.experiment.Change.Of;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
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

    /** A run with so many ok requests in each whole second, and the more in its first and its last the fewer those are. */
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

    private static Change change(Path first, Path other, Of of) throws IOException {
        return FinishedRuns.compare(List.of(first, other)).compared().get(0).changes().stream()
                .filter(change -> change.of() == of)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void of_a_run_that_is_too_short_nothing_is_said_and_why() throws IOException {
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
}
