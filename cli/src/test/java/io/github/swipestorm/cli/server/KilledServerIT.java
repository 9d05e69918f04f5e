package io.github.swipestorm.cli.server;

import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.engine.internal.EngineVariant;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.measure.TimelineSecond;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.record.RecordsPolicy;
import io.github.swipestorm.client.testing.Member;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.testing.TestTimeout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A real server that is killed in the middle of runs and started again: one server and one outage for all ways of sending. */
@DisabledOnOs(OS.WINDOWS)
@Tag("measuring")
class KilledServerIT {

    private static final int WORKERS = 4;
    private static final int ENOUGH = 50;
    /** Of such a time one second of a run's clock is silent from its beginning to its end. */
    private static final Duration OUTAGE = Duration.ofMillis(2_100);

    @TempDir
    private Path folder;

    @Test
    @Tag("fault")
    @DisplayName(
            "SIGKILL of the server, and a new start two seconds later -> connecting is tried again with pauses of up"
                    + " to 8 ms, the seconds without an answer show in throughput.csv and the plot, and the run continues")
    void runs_outlive_a_server_that_is_killed_and_started_again() throws Exception {
        List<Run> runs = new ArrayList<>();
        ServerProcess first = TestServer.start(ServerKind.SERVLET, 0, folder);
        StopSignal stop = new StopSignal();
        long outageNanos;
        try {
            for (EngineVariant way : EngineVariant.average()) {
                runs.add(Run.begin(way, first, folder.resolve("run-" + runs.size()), stop));
            }
            runs.forEach(run -> run.awaitOk(ENOUGH));

            long killed = System.nanoTime();
            ProcessHandle.of(first.pid()).orElseThrow().destroyForcibly();
            assertThat(first.awaitExit()).isEqualTo(137);
            // Time is what an outage is made of: nothing is waited for.
            new CountDownLatch(1).await(OUTAGE.toMillis(), TimeUnit.MILLISECONDS);
            int port = first.target().port();
            try (ServerProcess again = TestServer.start(ServerKind.SERVLET, port, folder)) {
                outageNanos = System.nanoTime() - killed;
                assertThat(again.target()).isEqualTo(first.target());
                for (Run run : runs) {
                    run.awaitOk(run.ok() + ENOUGH);
                }
                stop.stop(StopReason.INTERRUPTED);
                for (Run run : runs) {
                    check(run, outageNanos);
                }
            }
        } finally {
            stop.stop(StopReason.INTERRUPTED);
            first.close();
        }
    }

    private static void check(Run run, long outageNanos) throws Exception {
        RunResult result = run.result().result();
        assertThat(result.reason()).as("%s", run.way()).isEqualTo(StopReason.INTERRUPTED);
        assertThat(result.violations()).isEmpty();
        assertThat(result.counts().attemptsByFailure().keySet())
                .contains(FailureKind.CONNECT)
                .isSubsetOf(FailureKind.CONNECT, FailureKind.CLOSED);
        // Each worker pauses for 1, 2, 4 and then 8 ms; a few attempts more are those that the killing hit.
        assertThat(result.counts().failedAttempts())
                .as("%s: attempts while there was no server", run.way())
                .isBetween((long) WORKERS, WORKERS * (10 + TimeUnit.NANOSECONDS.toMillis(outageNanos) / 8));

        List<TimelineSecond> seconds = result.recorded().timeline().seconds();
        int silent = firstSilent(seconds);
        assertThat(silent).as("%s: a second without an answer", run.way()).isPositive();
        assertThat(seconds.subList(0, silent)).anyMatch(second -> second.ok() > 0);
        assertThat(seconds.subList(silent, seconds.size())).anyMatch(second -> second.ok() > 0);
    }

    private static int firstSilent(List<TimelineSecond> seconds) {
        for (int i = 0; i < seconds.size(); i++) {
            if (seconds.get(i).ok() == 0 && seconds.get(i).failed() > 0) {
                return i;
            }
        }
        return -1;
    }

    /** A run in progress, with its counts. */
    private record Run(EngineVariant way, Supplier<Counts> counts, Member<RunResult> result) {

        static Run begin(EngineVariant way, ServerProcess server, Path folder, StopSignal stop) throws Exception {
            Files.createDirectory(folder);
            CompletableFuture<Supplier<Counts>> counts = new CompletableFuture<>();
            RecordingSettings recording =
                    new RecordingSettings(Optional.of(folder), Optional.of("records.csv"), RecordsPolicy.BLOCK);
            LoadPlan plan = way.of(Plans.plan(server.target()))
                    .threads(WORKERS)
                    .retries(0)
                    .rate("100/s")
                    .duration(TestTimeout.NEVER)
                    .build();
            Member<RunResult> result =
                    Member.doing(() -> new LocalRunner(recording).run(plan, stop, (of, live) -> counts.complete(live)));
            return new Run(way, counts.get(MAX_WAIT.toSeconds(), TimeUnit.SECONDS), result);
        }

        long ok() {
            return counts.get().ok();
        }

        void awaitOk(long number) {
            await().atMost(MAX_WAIT).pollInterval(Duration.ofMillis(10)).until(() -> ok() >= number);
        }
    }
}
