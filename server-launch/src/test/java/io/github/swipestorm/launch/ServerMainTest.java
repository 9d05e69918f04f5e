package io.github.swipestorm.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.ParameterException;

class ServerMainTest {

    private static ServerOptions parse(int javaVersion, String... args) {
        return ServerMain.parse("test", args, javaVersion).orElseThrow();
    }

    @Test
    void defaultsAreThoseOfAnOrdinaryTomcat() {
        ServerOptions options = parse(17);
        assertThat(options.port()).isEqualTo(8080);
        assertThat(options.threads()).isEqualTo(200);
        assertThat(options.virtualThreads()).isFalse();
        assertThat(options.parentLifeline()).isFalse();
    }

    @Test
    void takesTheLimitsThemselves() {
        assertThat(parse(17, "--port", "0", "--server-threads", "1").port()).isZero();
        assertThat(parse(17, "--port=65535", "--server-threads=10000").threads())
                .isEqualTo(10_000);
        assertThat(parse(17, "--parent-lifeline").parentLifeline()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--port=-1",
                "--port=65536",
                "--port=x",
                "--port",
                "--server-threads=0",
                "--server-threads=10001",
                "--threads=1",
                "8080"
            })
    void refusesEverythingElse(String argument) {
        assertThatThrownBy(() -> parse(17, argument)).isInstanceOf(ParameterException.class);
    }

    @Test
    void virtualThreadsNeedJava21() {
        assertThat(parse(21, "--virtual-threads").virtualThreads()).isTrue();
        assertThatThrownBy(() -> parse(20, "--virtual-threads"))
                .isInstanceOf(ParameterException.class)
                .hasMessage("--virtual-threads needs Java 21 or newer, this is Java 20");
    }
}
