package io.github.swipestorm.client.cli;

import static io.github.swipestorm.client.testing.Act.answer;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.Member;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a signal does to a run in a JVM of its own. */
@Timeout(90)
@DisabledOnOs(OS.WINDOWS)
class SignalTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @CsvSource({"INT, 130", "TERM, 143"})
    void a_signal_ends_the_run_with_a_partial_summary(String signal, int exitCode) throws Exception {
        try (FaultServer server = FaultServer.answering(answer(201, "ok"))) {
            Process client = start(server.url());
            try {
                Member<String> output =
                        Member.doing(() -> new String(client.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
                server.awaitReceived(100);

                send(signal, client);

                assertThat(client.waitFor(30, TimeUnit.SECONDS)).as("it ends").isTrue();
                assertThat(client.exitValue()).isEqualTo(exitCode);
                assertThat(output.result()).contains("INTERRUPTED", "Checked: planned", "never sent");
                assertThat(output.result()).doesNotContain("ERROR");
            } finally {
                client.destroyForcibly();
            }
        }
        assertThat(Files.readString(directory.resolve("out/records.csv")))
                .as("whole rows only")
                .endsWith("\n");
    }

    /** A shell may have made this JVM deaf to SIGINT, and its children with it; env gives them their hearing back. */
    private Process start(String url) throws Exception {
        List<String> command = new ArrayList<>(List.of("env", "--default-signal=INT,TERM"));
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), Main.class.getName()));
        command.addAll(List.of("run", "--url", url, "--threads", "3", "--requests", "1000000000"));
        command.addAll(List.of("--output", directory.resolve("out").toString()));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static void send(String signal, Process process) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid())).start();
        assertThat(kill.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(kill.exitValue()).isZero();
    }
}
