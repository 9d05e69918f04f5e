package io.github.swipestorm.launch;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReadyLineTest {

    @Test
    void isFoundAgainByWhoeverWaitsForIt() {
        assertThat(ReadyLine.of("servlet", "http", 8080))
                .isEqualTo("Swipestorm servlet server ready at http://localhost:8080/");
        assertThat(ReadyLine.parse(ReadyLine.of("springboot", "https", 1)))
                .contains(URI.create("https://localhost:1/"));
        assertThat(ReadyLine.parse(ReadyLine.of("board", "tcp", 7000))).contains(URI.create("tcp://localhost:7000/"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Swipestorm server ready at http://localhost:1/",
                "INFO Swipestorm servlet server ready at http://localhost:1/",
                "Swipestorm servlet server ready at http://localhost:1/ soon"
            })
    void isNoOtherLine(String line) {
        assertThat(ReadyLine.parse(line)).isEmpty();
    }
}
