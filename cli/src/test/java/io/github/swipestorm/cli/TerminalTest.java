package io.github.swipestorm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TerminalTest {

    @Test
    void other_output_removes_the_line_of_status_and_is_not_mixed_with_it() {
        StringWriter screen = new StringWriter();
        Terminal terminal = new Terminal(screen, false, 80);
        PrintWriter err = new PrintWriter(terminal, true);

        terminal.show("half");
        err.print("WARNING: w");
        err.print("\n");
        err.flush();
        terminal.clear();

        assertThat(screen).hasToString("\r\u001b[K\u001b[?7lhalf\u001b[?7h\r\u001b[KWARNING: w\n");
    }

    @ParameterizedTest
    @CsvSource({"'24 120', 40, 120", "'', 40, 40", "'0 0', '', 80", "'24 -1', x, 80"})
    void its_width_is_what_it_says_itself_then_what_the_environment_says(String size, String columns, int expected) {
        assertThat(Terminal.columns(size, Map.of("COLUMNS", columns))).isEqualTo(expected);
    }

    @Test
    void a_dumb_terminal_draws_nothing_and_no_color_takes_the_colours_away() {
        assertThat(Terminal.draws(Map.of("TERM", "dumb"))).isFalse();
        assertThat(Terminal.draws(Map.of())).isFalse();
        assertThat(Terminal.draws(Map.of("TERM", "xterm"))).isTrue();
        assertThat(Terminal.coloured(Map.of("NO_COLOR", "1"))).isFalse();
        assertThat(Terminal.coloured(Map.of("NO_COLOR", ""))).isTrue();
    }
}
