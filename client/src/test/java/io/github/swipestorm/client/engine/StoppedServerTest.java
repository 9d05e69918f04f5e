package io.github.swipestorm.client.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.swipestorm.client.record.AttemptRow;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.record.RecordsPolicy;
import io.github.swipestorm.client.record.RecordsReader;
import io.github.swipestorm.client.server.ServerKind;
import io.github.swipestorm.client.server.ServerProcess;
import io.github.swipestorm.client.server.ServerSettings;
import io.github.swipestorm.client.testing.Member;
import io.github.swipestorm.client.testing.Plans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A server that stands still for one second of ten, under a constant rate. Whoever came in that second waited for the rest
 * of it: of 500 requests a second, 500 wait between 0 and 1 s. Response times must say so; service times cannot, since
 * only as many requests were on their way as there are workers.
 */
@EnabledOnOs(OS.LINUX)
@Timeout(60)
class StoppedServerTest {

    private static final int WORKERS = 20;
    private static final int RATE = 500;
    private static final int SECONDS = 10;

    @TempDir
    private Path folder;

    @ParameterizedTest
    @MethodSource("io.github.swipestorm.client.engine.Way#average")
    void response_times_show_the_wait_that_service_times_hide(Way way) throws Exception {
        List<AttemptRow> rows = new ArrayList<>();
        try (ServerProcess server = ServerProcess.start(new ServerSettings(ServerKind.SERVLET, 0, 50, false))) {
            CountDownLatch started = new CountDownLatch(1);
            LoadPlan plan = way.of(Plans.plan(server.target()))
                    .rate(RATE + "/s")
                    .threads(WORKERS)
                    .duration(Duration.ofSeconds(SECONDS))
                    .warmUp(new WarmUp(0, Optional.of(Duration.ofSeconds(1)), SelfWarmUp.STUB))
                    .build();
            Member<RunResult> run = Member.doing(() ->
                    new LocalRunner(recording()).run(plan, new StopSignal(), (of, counts) -> started.countDown()));
            assertThat(started.await(20, TimeUnit.SECONDS)).isTrue();
            freeze(server.pid());

            RunResult result = run.resultWithin(Duration.ofSeconds(30));

            assertThat(result.counts().ok()).isEqualTo(RATE * SECONDS);
            RecordsReader.read(folder.resolve("records.csv"), rows::add);
        }

        // Those due in the first 0.9 s of the stop waited longer than 0.1 s, those of its first half longer than 0.5 s.
        // There is some slack for what piled up.
        assertThat(slower(rows, AttemptRow::responseTimeUs, 100)).isBetween(9 * RATE / 10 - 25, 9 * RATE / 10 + 200);
        assertThat(slower(rows, AttemptRow::responseTimeUs, 500)).isBetween(5 * RATE / 10 - 25, 5 * RATE / 10 + 150);
        assertThat(slower(rows, AttemptRow::responseTimeUs, 900)).isBetween(RATE / 10 - 25, RATE / 10 + 150);
        assertThat(slower(rows, AttemptRow::latencyUs, 100)).isBetween(1, 3 * WORKERS);
    }

    /** Lets the server run for three seconds, and then not for one. */
    private static void freeze(long pid) throws Exception {
        pause(3);
        signal("STOP", pid);
        try {
            // The signal takes effect when one of the process's threads next runs, and on all others after that.
            await().atMost(Duration.ofSeconds(10))
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> stopped(pid));
            pause(1);
        } finally {
            signal("CONT", pid);
        }
    }

    private static boolean stopped(long pid) throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc", Long.toString(pid), "task"))) {
            for (Path thread : threads.toList()) {
                String stat = Files.readString(thread.resolve("stat"));
                // The state follows the name, which stands in brackets.
                if (stat.charAt(stat.lastIndexOf(')') + 2) != 'T') {
                    return false;
                }
            }
            return true;
        }
    }

    /** Time is what this test is made of: nothing is waited for. */
    private static void pause(int seconds) throws InterruptedException {
        new CountDownLatch(1).await(seconds, TimeUnit.SECONDS);
    }

    private static void signal(String name, long pid) throws Exception {
        Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start();
        assertThat(kill.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(kill.exitValue()).isZero();
    }

    private RecordingSettings recording() {
        return new RecordingSettings(Optional.of(folder), Optional.of("records.csv"), RecordsPolicy.BLOCK);
    }

    private static int slower(List<AttemptRow> rows, ToLongFunction<AttemptRow> latency, int millis) {
        return (int) rows.stream()
                .filter(row -> latency.applyAsLong(row) > millis * 1_000L)
                .count();
    }
}
