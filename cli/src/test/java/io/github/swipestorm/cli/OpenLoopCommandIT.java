package io.github.swipestorm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.testing.AnsweringServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a run with a rate says about the rate. */
@Tag("measuring")
class OpenLoopCommandIT {

    @TempDir
    private Path folder;

    private Path out;

    @ParameterizedTest
    @ValueSource(strings = {"classic", "nio"})
    void a_rate_that_is_kept_is_called_met(String transport) throws IOException {
        CommandRun run = null;
        boolean kept = false;
        for (int tries = 1; !kept; tries++) {
            assertThat(tries).as("tries in which this machine was too busy").isLessThan(30);
            out = folder.resolve("run-" + tries);
            try (AnsweringServer server = new AnsweringServer(number -> 201)) {
                run = run(server, transport, "--rate", "100", "--duration", "1s", "--threads", "20", "--details");
            }
            kept = summary().at("/latency/sendLag/p99Us").asLong() <= 50_000
                    && summary().at("/requests/neverSent").asLong() == 0;
            assertThat(summary().at("/offered/met").asBoolean()).isEqualTo(kept);
        }
        JsonNode summary = summary();

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("Open loop: 100/s, constant arrivals")
                .contains("requests due                     100.00 requests/s")
                .contains("The offered rate was met.")
                .contains("planned 100 = ok 100 + failed 0 + never sent 0");
        assertThat(summary.at("/offered/met").asBoolean()).isTrue();
        assertThat(summary.at("/offered/offeredPerSecond").asDouble()).isEqualTo(100);
        assertThat(summary.at("/offered/begunPerSecond").asDouble()).isEqualTo(100);
        assertThat(summary.at("/latency/sendLag/count").asLong()).isEqualTo(100);
        assertThat(summary.at("/plan/openLoop/startPerSecond").asDouble()).isEqualTo(100);
        assertThat(summary.at("/latency/connectTime/count").asLong()).isEqualTo(20);
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "nio"})
    void a_rate_too_high_for_the_workers_is_not_met_and_the_reason_is_given(String transport) throws IOException {
        CommandRun run;
        out = folder.resolve("run");
        try (AnsweringServer server = new AnsweringServer(number -> after(50))) {
            run = run(server, transport, "--rate", "1000", "--duration", "2s", "--threads", "2");
        }
        JsonNode summary = summary();

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("The offered rate was NOT MET: the workers were busy", "and there were 2;");
        assertThat(summary.at("/offered/met").asBoolean()).isFalse();
        assertThat(summary.at("/offered/why").asString()).contains("the workers were busy");
        assertThat(summary.at("/requests/neverSent").asLong())
                .isPositive()
                .isEqualTo(2_000 - summary.at("/requests/ok").asLong());
    }

    private CommandRun run(AnsweringServer server, String transport, String... options) {
        List<String> arguments = new ArrayList<>(List.of(
                "run",
                "--url=" + server.target(),
                "--transport=" + transport,
                "--self-warmup=none",
                "--output=" + out));
        arguments.addAll(List.of(options));
        return CommandRun.of(arguments);
    }

    private JsonNode summary() {
        return JsonMapper.shared().readTree(out.resolve("summary.json").toFile());
    }

    private static int after(int millis) {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        return 201;
    }
}
