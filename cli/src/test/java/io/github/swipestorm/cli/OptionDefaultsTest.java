package io.github.swipestorm.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.swipestorm.cli.OptionDefaults.Completed;
import io.github.swipestorm.client.engine.LocalRunner;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class OptionDefaultsTest {

    private static final CommandLine ALL = Main.commandLine();

    @TempDir
    private Path directory;

    @Test
    void a_typed_option_comes_before_a_variable_and_a_variable_before_the_file() throws IOException {
        file("threads: 1\nduration: 1s\nrequests: 1\nheader: ['A: 1', 'B: 2']\ninsecure: true\nspin: false\n");

        Completed completed = complete(
                Map.of("SWIPESTORM_THREADS", "2", "SWIPESTORM_DURATION", "2s"), "run", "http://localhost", "-t", "3");

        assertThat(completed.words())
                .startsWith("run")
                .endsWith("http://localhost", "-t", "3")
                .contains("--duration=2s", "--requests=1", "--header=A: 1", "--header=B: 2", "--insecure")
                .doesNotContain("--spin", "--threads=1", "--threads=2", "--duration=1s");
        assertThat(completed.origins())
                .isEqualTo("--duration from SWIPESTORM_DURATION; --requests, --header, --insecure, --spin from"
                        + " swipestorm.yaml");
        assertThat(completed.warnings()).isEmpty();
    }

    @Test
    void what_replaces_an_option_replaces_its_default() throws IOException {
        file("users: 5\nurl: http://localhost:1\njson: '{}'\nstages: 10s:5\n");

        assertThat(complete(Map.of(), "run", "http://localhost:2", "--threads=3", "--body", "x", "-r5")
                        .words())
                .containsExactly("run", "http://localhost:2", "--threads=3", "--body", "x", "-r5");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--otlp http://localhost:4318",
                "--proxy http://localhost:3128",
                "--header http://localhost",
                "-H http://localhost",
                "--body --url"
            })
    void a_value_that_looks_like_a_url_or_an_option_replaces_no_default(String words) throws IOException {
        file("url: http://localhost:1\n");

        assertThat(complete(Map.of(), ("run " + words).split(" ")).words())
                .isEqualTo(List.of(("run --url=http://localhost:1 " + words).split(" ")));
    }

    @Test
    void an_option_whose_value_may_be_left_out_hides_no_other() throws IOException {
        file("threads: 5\n");

        assertThat(complete(Map.of(), "run", "--live", "--threads", "3").words())
                .containsExactly("run", "--live", "--threads", "3");
    }

    @Test
    void one_request_replaces_the_workload_but_not_its_body_and_insecure_the_certificates() throws IOException {
        file("workload: mix.yaml\ncacert: ca.pem\n");
        assertThat(complete(Map.of(), "run", "https://localhost:2/a", "--insecure")
                        .words())
                .containsExactly("run", "https://localhost:2/a", "--insecure");

        file("curl: curl http://localhost:1\n");
        assertThat(complete(Map.of(), "run", "https://localhost:2/a").words())
                .containsExactly("run", "https://localhost:2/a");

        file("url: http://localhost:1\n");
        assertThat(complete(Map.of(), "run", "--curl", "curl http://localhost:2/a")
                        .words())
                .containsExactly("run", "--curl", "curl http://localhost:2/a");

        file("json: '{}'\n");
        assertThat(complete(Map.of(), "run", "http://localhost:2/a").words())
                .containsExactly("run", "--json={}", "http://localhost:2/a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "# nothing yet\n", "---\n"})
    void an_empty_file_has_no_defaults(String text) throws IOException {
        file(text);

        assertThat(complete(Map.of(), "run").words()).containsExactly("run");
    }

    @Test
    void options_of_other_commands_are_left_out() throws IOException {
        file("fail-if: p99>+10%\nthreads: 5\n");

        assertThat(complete(Map.of(), "compare", "runs", "a", "b").words())
                .containsExactly("compare", "runs", "--fail-if=p99>+10%", "a", "b");
        assertThat(complete(Map.of(), "run", "--help").words()).containsExactly("run", "--help");
    }

    @Test
    void an_error_in_the_file_is_one_line() throws IOException {
        assertWrong(
                "thraeds: 5", "swipestorm.yaml: 'thraeds' is not the long name of an option; did you mean threads?");
        assertWrong(
                "threads: {a: 1}",
                "swipestorm.yaml: the value of 'threads' must be a text, a number, or a list of them");
        assertWrong("- threads", "swipestorm.yaml must have a line for each option, such as 'threads: 20'");
        assertWrong("insecure: yes", "swipestorm.yaml: --insecure takes true or false");
        assertWrong("threads: 1\nthreads: 2", "found duplicate key threads");
        assertWrong("threads:", "swipestorm.yaml: 'threads' has no value: give it one, or remove the line");
        assertWrong("threads: [1, ]\nurl: [ , a]", "swipestorm.yaml is not YAML");
    }

    private void assertWrong(String text, String message) throws IOException {
        file(text);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> complete(Map.of(), "run"))
                .withMessageContaining(message)
                .satisfies(e -> assertThat(e.getMessage().lines()).hasSize(1));
    }

    @Test
    void the_command_of_a_report_says_where_values_come_from_and_hides_secrets() throws IOException {
        file("threads: 0\n");
        CommandLine commandLine = Main.commandLine(LocalRunner::new, "run");
        StringWriter err = new StringWriter();
        commandLine.setErr(new PrintWriter(err, true));

        int exitCode = Main.execute(
                commandLine,
                directory,
                Map.of(
                        "SWIPESTORM_USER",
                        "jo:secret",
                        "SWIPESTORM_URL",
                        "http://localhost:1",
                        "SWIPESTORM_JAVA_OPTIONS",
                        "/x",
                        "SWIPESTORM_THRAEDS",
                        "1"),
                "run");

        assertThat(exitCode).isEqualTo(2);
        assertThat(err.toString())
                .contains(
                        "NOTE: --url from SWIPESTORM_URL; --user from SWIPESTORM_USER; --threads from swipestorm.yaml")
                .contains(
                        "WARNING: the environment variable SWIPESTORM_THRAEDS is ignored; did you mean SWIPESTORM_THREADS?")
                .contains("threads must be", "(--threads is from swipestorm.yaml)")
                .doesNotContain("secret", "SWIPESTORM_JAVA_OPTIONS");
        assertThat(TypedCommand.of(commandLine.getParseResult()))
                .contains("--threads=0", "# --url from SWIPESTORM_URL; --user from SWIPESTORM_USER; --threads from")
                .doesNotContain("secret");
    }

    private void file(String text) throws IOException {
        Files.writeString(directory.resolve("swipestorm.yaml"), text);
    }

    private Completed complete(Map<String, String> environment, String... words) {
        return OptionDefaults.of(directory, environment).complete(ALL, List.of(words));
    }
}
