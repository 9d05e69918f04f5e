package io.github.swipestorm.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class GithubSummaryOptionTest {

    @TempDir
    private Path directory;

    @Test
    void the_text_is_appended_to_what_earlier_steps_wrote() throws IOException {
        Path file = Files.writeString(directory.resolve("summary.md"), "earlier\n");
        GithubSummaryOption option = option(Map.of("GITHUB_STEP_SUMMARY", file.toString()), "--github-summary");

        option.check();
        option.append("# Run");

        assertThat(file).hasContent("earlier\n# Run\n");
    }

    @Test
    void without_the_option_nothing_is_written() throws IOException {
        Path file = directory.resolve("summary.md");
        GithubSummaryOption option = option(Map.of("GITHUB_STEP_SUMMARY", file.toString()));

        option.check();
        option.append("# Run");

        assertThat(file).doesNotExist();
    }

    @Test
    void a_summary_that_cannot_be_written_is_refused_before_the_run() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> option(Map.of(), "--github-summary").check())
                .withMessageContaining("needs the environment variable GITHUB_STEP_SUMMARY");
        String missing = directory.resolve("missing/summary.md").toString();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> option(Map.of("GITHUB_STEP_SUMMARY", missing), "--github-summary")
                        .check())
                .withMessageContaining("cannot append to '" + missing + "'");
    }

    private static GithubSummaryOption option(Map<String, String> environment, String... words) {
        GithubSummaryOption option = new GithubSummaryOption(environment::get);
        new CommandLine(CommandLine.Model.CommandSpec.forAnnotatedObject(option)).parseArgs(words);
        return option;
    }
}
