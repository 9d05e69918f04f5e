package io.github.swipestorm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StandardOutputTest {

    private final StringWriter err = new StringWriter();

    private int exitCode(int ofCommand, OutputStream stream, boolean pipe) {
        PrintWriter out = new PrintWriter(stream);
        out.println("a result");
        return Main.afterOutput(ofCommand, out, stream, pipe, new PrintWriter(err, true));
    }

    private static OutputStream failing(String reason) {
        return new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(reason);
            }
        };
    }

    @ParameterizedTest
    @CsvSource({"0, 1", "1, 1", "3, 3"})
    void output_that_is_lost_is_a_failure(int ofCommand, int expected) {
        assertThat(exitCode(ofCommand, failing("No space left on device"), false))
                .isEqualTo(expected);
        assertThat(err.toString().lines())
                .containsExactly("swipestorm: standard output is not complete: No space left on device");
    }

    @Test
    void a_reader_that_closes_the_pipe_is_no_failure() {
        assertThat(exitCode(0, failing("Datenübergabe unterbrochen (broken pipe)"), true))
                .isZero();
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void whole_output_leaves_the_exit_code_and_is_not_changed() {
        ByteArrayOutputStream written = new ByteArrayOutputStream();

        assertThat(exitCode(0, written, false)).isZero();
        assertThat(written.toString()).isEqualTo("a result" + System.lineSeparator());
        assertThat(err.toString()).isEmpty();
    }
}
