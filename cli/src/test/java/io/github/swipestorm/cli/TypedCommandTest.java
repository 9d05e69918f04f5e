package io.github.swipestorm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TypedCommandTest {

    private static String line(String... words) {
        return TypedCommand.of(Main.commandLine().parseArgs(words));
    }

    @Test
    void what_a_shell_would_change_is_quoted() {
        assertThat(line("run", "--slo", "p99<1us,errors<0.1%,throughput>1", "-o", "/tmp/x <b>\"&$HOME"))
                .isEqualTo("swipestorm run --slo 'p99<1us,errors<0.1%,throughput>1' -o '/tmp/x <b>\"&$HOME'");
        assertThat(line("run", "--output=it's")).isEqualTo("swipestorm run '--output=it'\\''s'");
        assertThat(line("run", "-o", "")).isEqualTo("swipestorm run -o ''");
    }

    @Test
    void what_a_shell_leaves_alone_stands_as_it_was_typed() {
        assertThat(line("run", "--url=http://localhost:80/a_b", "-t", "8", "--stages", "10s:5,1m:50/s"))
                .isEqualTo("swipestorm run --url=http://localhost:80/a_b -t 8 --stages 10s:5,1m:50/s");
    }

    @Test
    void a_password_is_hidden() {
        assertThat(line("run", "--user", "jo:it's $ecret")).isEqualTo("swipestorm run --user '***'");
    }
}
