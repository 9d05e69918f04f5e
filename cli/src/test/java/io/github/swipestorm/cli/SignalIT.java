package io.github.swipestorm.cli;

import static io.github.swipestorm.client.testing.Act.READ;
import static io.github.swipestorm.client.testing.Act.SILENCE;
import static io.github.swipestorm.client.testing.Act.answer;
import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.swipestorm.client.testing.FaultServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The effect of a signal on a run in a separate JVM: each of its phases with one signal, each signal in one phase.
 * {@code scripts/check-signals.sh} covers every signal in every phase.
 */
@DisabledOnOs(OS.WINDOWS)
class SignalIT {

    private static final String ENDLESS = "1000000000";

    @TempDir
    private Path directory;

    private Path out;

    @BeforeEach
    void a_directory_for_the_run() {
        out = directory.resolve("out");
    }

    @ParameterizedTest(name = "SIG{0} with {2}")
    @CsvSource({
        "HUP, 129, --self-warmup target",
        "INT, 130, --self-warmup none --warmup 1h",
        "TERM, 143, --self-warmup none"
    })
    @Tag("fault")
    @DisplayName("SIGHUP, SIGINT, SIGTERM in the client's own warm-up, the warm-up, the run -> it ends within 2 s and"
            + " reports what there is, marked INTERRUPTED; objectives are not judged; exit code 129, 130, 143")
    void a_signal_ends_the_run_with_a_partial_summary(String signal, int exitCode, String options) throws Exception {
        try (FaultServer server = FaultServer.answering(answer(201, "ok"));
                ClientJvm client = run(server.url(), ENDLESS, options.split(" "))) {
            server.awaitReceived(100);

            client.send(signal);

            assertThat(client.awaitExit()).isEqualTo(exitCode);
            assertThat(client.output())
                    .contains("INTERRUPTED", "Checked: planned", "never sent", "not judged")
                    .doesNotContain("ERROR", "Exception");
        }
        assertThat(out("records.csv")).as("whole rows only").content().endsWith("\n");
        assertThat(out("summary.json")).content().contains("\"interrupted\" : true");
    }

    @Test
    @Tag("fault")
    @DisplayName(
            "SIGTERM while the server is being started -> the client does not wait for it and ends the server; exit"
                    + " code 143")
    void a_signal_while_the_server_starts_ends_both() throws Exception {
        try (ClientJvm client =
                ClientJvm.start(List.of("run", "--server-command", "sleep 600", "--output", out("").toString()))) {
            await().atMost(MAX_WAIT)
                    .pollInterval(Duration.ofMillis(5))
                    .until(() -> !client.children().isEmpty());
            List<ProcessHandle> server = client.children();

            client.send("TERM");

            assertThat(client.awaitExit()).isEqualTo(143);
            server.get(0).onExit().get(MAX_WAIT.toSeconds(), TimeUnit.SECONDS);
            assertThat(client.output())
                    .contains("INTERRUPTED before the run began")
                    .doesNotContain("Exception");
        }
    }

    @Test
    @Tag("fault")
    @DisplayName("SIGINT while the report is written -> it is written to its end, of the whole run; exit code 130")
    void a_signal_while_the_report_is_written_does_not_spoil_it() throws Exception {
        int exitCode = 0;
        for (int tries = 0; exitCode == 0; tries++) {
            assertThat(tries).as("tries in which the signal came too late").isLessThan(20);
            out = directory.resolve("out-" + tries);
            try (FaultServer server = FaultServer.answering(answer(201, "ok"));
                    ClientJvm client = run(server.url(), "200", "--self-warmup", "none")) {
                await().atMost(MAX_WAIT)
                        .pollInterval(Duration.ofMillis(1))
                        .until(() -> Files.exists(out("throughput.csv")));

                client.sendIfAlive("INT");

                exitCode = client.awaitExit();
                assertThat(client.output()).contains("planned 200 = ok 200").doesNotContain("INTERRUPTED");
            }
        }
        assertThat(exitCode).isEqualTo(130);
        assertThat(out("summary.json")).content().contains("\"interrupted\" : false");
        assertThat(out("report.html")).content().endsWith("</html>\n");
    }

    @Test
    @Tag("fault")
    @DisplayName(
            "A second signal while the client waits for the last answers -> it quits at once, without a report; exit"
                    + " code 143")
    void a_second_signal_quits_at_once() throws Exception {
        try (FaultServer server = FaultServer.scripted(Collections.nCopies(3, List.of(READ, SILENCE)));
                ClientJvm client = run(server.url(), ENDLESS, "--self-warmup", "none")) {
            server.awaitReceived(3);
            client.send("INT");
            client.awaitOutput("a second signal quits at once");

            client.send("TERM");

            assertThat(client.awaitExit()).isEqualTo(143);
            assertThat(client.output()).doesNotContain("Checked:", "Exception");
        }
    }

    @Test
    @Tag("fault")
    @DisplayName(
            "Standard output and standard error are closed, as by | head -> the run continues, its files are whole, and"
                    + " so is its exit code")
    void a_closed_output_does_not_harm_the_run() throws Exception {
        try (FaultServer server = FaultServer.answering(answer(201, "ok"))) {
            Process client = ClientJvm.startUnheard(command(server.url(), "300", "--self-warmup", "none"));
            try {
                assertThat(client.waitFor(MAX_WAIT.toSeconds(), TimeUnit.SECONDS))
                        .isTrue();
                assertThat(client.exitValue()).isZero();
            } finally {
                client.destroyForcibly();
            }
            assertThat(server.received()).isEqualTo(300);
        }
        assertThat(out("records.csv")).content().hasLineCount(301);
        assertThat(out("report.html")).content().endsWith("</html>\n");
        assertThat(out("summary.json")).content().contains("\"interrupted\" : false");
    }

    private ClientJvm run(String url, String requests, String... options) throws Exception {
        return ClientJvm.start(command(url, requests, options));
    }

    private List<String> command(String url, String requests, String... options) {
        List<String> command = new ArrayList<>(List.of("run", "--url", url, "--threads", "3", "--requests", requests));
        command.addAll(List.of("--slo", "errors<1%", "--no-check-connection", "--output", out("").toString()));
        command.addAll(List.of(options));
        return command;
    }

    private Path out(String file) {
        return out.resolve(file);
    }
}
