package io.github.swipestorm.cli.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.github.swipestorm.client.http.Target;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Programs that are no servers of ours. */
class ServerProcessTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({
        "'Uvicorn running on http://127.0.0.1:8000 (Press CTRL+C)', http://127.0.0.1:8000",
        "'Serving HTTP on 0.0.0.0 port 80 (http://0.0.0.0:81/) ...', http://localhost:81",
        "listening: tcp://[::]:7000, tcp://localhost:7000",
        "http://*:90, http://localhost:90",
        "'{\"url\":\"https://localhost:8443/app\"}', https://localhost:8443/app",
        "Listening at http://localhost:8080., http://localhost:8080",
        "'Open http://[::1]:8080/a.b/, please', http://[::1]:8080/a.b",
        "http://localhost:8080/app., http://localhost:8080/app",
        "'See https://example.org/docs, then http://localhost:8080', http://localhost:8080",
        "https://example.org/docs,",
        "http://0.0.0.0.example.org/,",
        "http://localhost.example.org/,",
        "http://192.0.2.7:8080/,",
        "see http: //nowhere,",
        "started,",
    })
    void the_first_url_of_this_machine_is_the_address(String line, String address) {
        assertThat(ServerProcess.addressIn(line).map(Target::toString)).isEqualTo(Optional.ofNullable(address));
    }

    private Path script(String name, String... lines) throws Exception {
        return Files.write(directory.resolve(name), List.of(lines));
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void those_that_were_started_end_when_another_cannot_be() throws Exception {
        Path pid = directory.resolve("pid");
        Path server = script("server", "echo $$ > " + pid, "echo http://localhost:1", "exec sleep 600");

        assertThatExceptionOfType(ServerException.class)
                .isThrownBy(() -> ServerUnderTest.openAll(
                        List.of(
                                List.of("sh", server.toString()),
                                List.of(directory.resolve("missing").toString())),
                        command -> ServerUnderTest.start(command, "server")));

        assertThat(ProcessHandle.of(Long.parseLong(Files.readString(pid).strip()))
                        .filter(ProcessHandle::isAlive))
                .isEmpty();
    }

    /** A wrapper that ends at once, and a server behind it that ends late, or never. */
    @Test
    @DisabledOnOs(OS.WINDOWS)
    void closing_waits_for_descendants_and_kills_those_that_do_not_end() throws Exception {
        Path ended = directory.resolve("ended");
        Path pid = directory.resolve("pid");
        Path trapped = directory.resolve("trapped");
        Path late = script(
                "late",
                "trap 'sleep 0.3; echo > " + ended + "; exit' TERM",
                "echo > " + trapped,
                "while :; do sleep 0.05; done");
        Path never = script(
                "never",
                "trap '' TERM",
                "echo $$ > " + pid,
                "until [ -e " + trapped + " ]; do sleep 0.05; done",
                "echo http://localhost:1/",
                "while :; do sleep 0.05; done");

        ServerProcess server = ServerProcess.start(List.of("sh", "-c", "sh " + late + " & sh " + never + " & wait"));
        server.stop(Duration.ofSeconds(4));

        assertThat(ended).exists();
        assertThat(server.exitCode()).isPresent();
        ProcessHandle stubborn =
                ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())).orElse(null);
        await().atMost(Duration.ofMinutes(1))
                .until(() -> stubborn == null
                        || !stubborn.isAlive()
                        || stubborn.info().command().isEmpty());
    }
}
