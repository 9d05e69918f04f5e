package io.github.swipestorm.cli.ui;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.swipestorm.cli.Main;
import io.github.swipestorm.cli.option.ShellWords;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RunFormTest {

    /** Values of options to which 5 is none. */
    private static final Map<String, String> EXAMPLES = Map.ofEntries(
            Map.entry("url", "http://localhost/"),
            Map.entry("header", "A: 1"),
            Map.entry("think", "1s"),
            Map.entry("duration", "1s"),
            Map.entry("warmup", "1s"),
            Map.entry("slo", "p99<1s"),
            Map.entry("stages", "10s:5"),
            Map.entry("ramp-up", "1s"),
            Map.entry("response-timeout", "1s"),
            Map.entry("abort-on", "errors>5% for 10s"),
            Map.entry("expect-status", "404"));

    @Test
    void a_url_alone_is_one_request() {
        assertThat(new RunForm(Map.of("url", " http://localhost:8080/x ", "threads", "5", "rate", "  ")).words())
                .containsExactly("run", "http://localhost:8080/x", "--threads=5");
    }

    @Test
    void a_workload_has_its_server_as_an_option() {
        assertThat(new RunForm(Map.of("url", "http://localhost:8080", "workload", "mix.yaml")).words())
                .containsExactly("run", "--url=http://localhost:8080", "--workload=mix.yaml");
    }

    @Test
    void each_line_of_headers_is_one() {
        assertThat(new RunForm(Map.of("header", "A: 1\r\nB: 2")).words())
                .containsExactly("run", "--header=A: 1", "--header=B: 2");
    }

    @Test
    void a_name_that_is_too_long_is_refused_by_its_limit() {
        assertThat(new RunForm(Map.of("name", "n".repeat(100))).words()).containsExactly("run");
        assertThatThrownBy(() -> new RunForm(Map.of("name", "n".repeat(300))).words())
                .hasMessageContaining("at most 100 of them");
    }

    @Test
    void an_option_without_a_value_is_there_or_not() {
        assertThat(new RunForm(Map.of("insecure", "yes", "probe", "")).words()).containsExactly("run", "--insecure");
        assertThat(RunForm.ofCommand("swipestorm run --insecure --threads 5"))
                .hasValueSatisfying(
                        form -> assertThat(form.values()).isEqualTo(Map.of("insecure", "yes", "threads", "5")));
        assertThat(RunForm.ofCommand("swipestorm run --insecure=maybe")).isEmpty();
    }

    @Test
    void every_field_is_an_option_of_run_and_every_choice_a_value_of_it() {
        Pattern field =
                Pattern.compile("name=\"([\\w-]+)\"(?:[^<]*<option value=\"\"></option>\n((?:<option>.*\n)*))?");
        List<MatchResult> fields =
                field.matcher(new RunForm(Map.of()).markup(List.of())).results().toList();

        assertThat(fields).hasSizeGreaterThan(30);
        for (MatchResult found : fields) {
            String name = found.group(1);
            String choices = found.group(2) == null
                    ? EXAMPLES.getOrDefault(name, "5")
                    : found.group(2).replaceAll("</?option>", "");
            for (String choice : choices.lines().toList()) {
                List<String> words = new RunForm(Map.of(name, choice)).words();
                assertThatNoException()
                        .as(words.toString())
                        .isThrownBy(() -> Main.commandLine().parseArgs(words.toArray(String[]::new)));
            }
        }
    }

    @Test
    void rarer_options_are_folded_away_until_one_is_used() {
        assertThat(new RunForm(Map.of("threads", "5")).markup(List.of())).contains("<details><summary>");
        assertThat(new RunForm(Map.of("stages", "30s:5")).markup(List.of())).contains("<details open><summary>");
    }

    @ParameterizedTest
    @ValueSource(strings = {"url", "json", "header", "duration", "stages"})
    void no_field_reads_a_file(String field) {
        assertThatThrownBy(() -> new RunForm(Map.of(field, "@/etc/passwd")).words())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContainingAll("/etc/passwd", "enter the text itself");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--server-command=reboot", "-x"})
    void no_value_becomes_another_option(String value) {
        assertThatThrownBy(() -> new RunForm(Map.of("url", value)).words())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(value);
        assertThat(new RunForm(Map.of("threads", value)).words()).containsExactly("run", "--threads=" + value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"../up", ".hidden", "a/b", "a b", ""})
    void a_name_is_that_of_a_directory(String name) {
        RunForm form = new RunForm(Map.of("name", name));
        if (name.isEmpty()) {
            assertThat(form.words()).containsExactly("run");
        } else {
            assertThatThrownBy(form::words).hasMessageContaining(name);
        }
    }

    @Test
    void a_url_and_a_server_contradict_each_other() {
        assertThatThrownBy(() -> new RunForm(Map.of("url", "http://localhost/", "server", "servlet")).words())
                .hasMessageContaining("leave one of them out");
    }

    @Test
    void the_form_of_a_command_makes_the_command_again() {
        Map<String, String> values = Map.of(
                "url", "http://localhost:8080/a?b=c",
                "json", "{\"it's\": 1}",
                "header", "A: 1\nB: 2",
                "slo", "p99<100ms",
                "threads", "5");
        List<String> words = new RunForm(values).words();
        String command = "swipestorm " + words.stream().map(ShellWords::quoted).collect(Collectors.joining(" "))
                + " --live 0 --output results/x --quiet # duration from swipestorm.yaml";

        assertThat(RunForm.ofCommand(command)).hasValueSatisfying(form -> {
            assertThat(form.values()).isEqualTo(values);
            assertThat(form.words()).isEqualTo(words);
        });
    }

    @Test
    void a_live_view_may_have_no_port() {
        assertThat(RunForm.ofCommand("swipestorm run --live --threads 5"))
                .hasValueSatisfying(form -> assertThat(form.values()).isEqualTo(Map.of("threads", "5")));
    }

    @Test
    void a_hidden_password_is_left_out() {
        assertThat(RunForm.ofCommand("swipestorm run http://localhost/ -H x --header 'Authorization: Bearer ***'"))
                .isEmpty();
        assertThat(RunForm.ofCommand(
                        "swipestorm run http://localhost/ --header 'X: 1' --header 'Authorization: Bearer ***'"))
                .hasValueSatisfying(form ->
                        assertThat(form.values()).isEqualTo(Map.of("url", "http://localhost/", "header", "X: 1")));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "swipestorm",
                "swipestorm sweep --threads 1,2",
                "swipestorm run --server-command 'reboot'",
                "swipestorm run a b",
                "swipestorm run --threads 1 --threads 2",
                "swipestorm run --threads",
                "swipestorm run --json @body.json",
                "swipestorm run --json '{\n}'",
                "swipestorm run 'x"
            })
    void a_command_that_is_more_than_the_form_has_none(String command) {
        assertThat(RunForm.ofCommand(command)).isEmpty();
    }

    @Test
    void a_text_in_a_field_stays_text() {
        assertThat(new RunForm(Map.of("url", "\"><script>", "header", "</textarea><b>")).markup(List.of("<i>.yaml")))
                .doesNotContain("<script>", "<b>", "<i>")
                .contains("&quot;&gt;&lt;script&gt;", "&lt;i&gt;.yaml");
    }
}
