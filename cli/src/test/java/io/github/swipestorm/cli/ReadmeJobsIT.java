package io.github.swipestorm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.cli.option.ShellWords;
import io.github.swipestorm.client.testing.QuickServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs every command of our column in the README's table of jobs. What is changed for the test: the server's address, the variable
 * TOKEN to one that every process has, the path of the example's file to that from this module, and 20 requests without warm-up as
 * its end.
 */
class ReadmeJobsIT {

    private static final Path README = Path.of("../README.md");
    private static final Pattern OURS = Pattern.compile("(?m)^\\|.*\\| `(run .*)` \\|$");

    @TempDir
    private Path folder;

    static List<String> commands() throws Exception {
        return OURS.matcher(Files.readString(README))
                .results()
                .map(found -> found.group(1))
                .toList();
    }

    @Test
    void there_are_six_jobs() throws Exception {
        assertThat(commands()).hasSize(6);
    }

    @ParameterizedTest
    @MethodSource("commands")
    void a_command_of_the_table_does_its_job(String command) throws Exception {
        try (QuickServer server = new QuickServer()) {
            List<String> words = new ArrayList<>(ShellWords.of(
                    command.replace("http://localhost:8080", server.target().toString())
                            .replace("env.TOKEN", "env.PATH")
                            .replace(" examples/", " ../examples/")));
            words.addAll(List.of("-n", "20", "--self-warmup", "none", "--no-probe"));
            words.addAll(List.of("--output", folder.resolve("out").toString()));

            CommandRun run = CommandRun.of(words);

            // Of so few requests no percentile that is close to an objective can be judged.
            assertThat(run.exitCode()).as(run.err()).isIn(command.contains("--slo") ? List.of(0, 3, 4) : List.of(0));
            assertThat(run.out()).contains("20 ok, 0 failed");
            assertThat(run.out().contains("p99 < 100 ms") || run.out().contains("p99<100ms"))
                    .isEqualTo(command.contains("--slo"));
            assertThat(server.requests()).isEqualTo(20);
        }
    }
}
