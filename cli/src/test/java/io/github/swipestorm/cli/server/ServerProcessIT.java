package io.github.swipestorm.cli.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.swipestorm.cli.CommandRun;
import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.testing.Plans;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The servers, started from the working tree as the client does it: the modules before this one have been compiled. */
class ServerProcessIT {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource(
            value = ServerKind.class,
            names = {"SERVLET", "SPRINGBOOT"})
    void every_model_is_counted_alike_by_client_and_server_and_closing_ends_the_server(ServerKind kind)
            throws Exception {
        ServerProcess running;
        try (ServerProcess server = TestServer.start(kind, 0, directory)) {
            running = server;
            long expected = 0;
            for (SendingModel model : SendingModel.REGISTRY.all()) {
                RunResult result = new LocalRunner(RecordingSettings.NO_FILES)
                        .run(
                                Plans.plan(server.target())
                                        .model(model)
                                        .threads(16)
                                        .requests(1_003)
                                        .build(),
                                new StopSignal(),
                                RunObserver.NONE);
                assertThat(result.allOk()).isTrue();
                expected += 1_003;
                assertThat(metrics(server.target()))
                        .contains("swipestorm_swipes_accepted_total " + expected + "\n")
                        .contains("swipestorm_requests_total{status=\"201\"} " + expected + "\n");
            }
            assertThat(server.exitCode()).isEmpty();
        }
        assertThat(ProcessHandle.of(running.pid()).filter(ProcessHandle::isAlive))
                .isEmpty();
        assertThat(running.exitCode()).isPresent();
    }

    @ParameterizedTest
    @EnumSource(
            value = ServerKind.class,
            names = {"KEY_VALUE", "ALBUMS", "BOARD", "BOARD_HTTP"})
    void every_study_server_takes_its_example(ServerKind kind) {
        CommandRun run = CommandRun.of(
                "run",
                "--server",
                kind.toString(),
                "--store",
                "stamped",
                "--workload",
                Path.of("..", "examples", "workloads", kind + ".yaml").toString(),
                "--threads",
                "10",
                "--requests",
                "300",
                "--self-warmup",
                "none",
                "--output",
                directory.resolve("out").toString());

        assertThat(run.exitCode()).as(run.out() + run.err()).isZero();
        assertThat(run.out()).contains(" ok, 0 failed, 0 never sent");
        assertThat(directory.resolve("out/report.html")).isNotEmptyFile();
    }

    @Test
    void any_program_that_prints_where_it_listens_is_started_and_stopped() throws Exception {
        Path pid = directory.resolve("pid");
        CommandRun run = CommandRun.of(
                "run",
                "--server-command",
                "sh -c 'echo $$ > " + pid + "; echo at http://localhost:1/; sleep 600'",
                "--requests",
                "1",
                "--self-warmup",
                "none",
                "--output",
                directory.resolve("out").toString());

        assertThat(run.exitCode()).as(run.out()).isEqualTo(1);
        assertThat(run.out()).contains("http://localhost:1");
        assertThat(ProcessHandle.of(Long.parseLong(Files.readString(pid).strip())))
                .isEmpty();
    }

    @Test
    void a_taken_port_is_a_message_and_not_a_wait() throws Exception {
        try (ServerSocket taken = new ServerSocket(0)) {
            assertThatThrownBy(() -> TestServer.start(ServerKind.SERVLET, taken.getLocalPort(), directory))
                    .isInstanceOf(ServerException.class)
                    .hasMessageContaining("ended with exit code 1");
        }
    }

    private static String metrics(Target target) throws Exception {
        HttpRequest request =
                HttpRequest.newBuilder(URI.create(target + "/metrics")).build();
        return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
    }
}
