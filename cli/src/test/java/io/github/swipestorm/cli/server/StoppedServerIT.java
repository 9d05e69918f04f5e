package io.github.swipestorm.cli.server;

import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.engine.internal.EngineVariant;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.SelfWarmUp;
import io.github.swipestorm.client.plan.WarmUp;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.record.RecordsPolicy;
import io.github.swipestorm.client.record.csv.AttemptRow;
import io.github.swipestorm.client.record.csv.RecordsReader;
import io.github.swipestorm.client.testing.Member;
import io.github.swipestorm.client.testing.Plans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * A server that hangs for one second of six, under a constant rate. Requests of that second waited for the rest
 * of it: of 200 requests a second, 200 wait between 0 and 1 s. Response times must say so; service times cannot, since
 * only as many requests were on their way as there are workers. Nothing here depends on how busy the machine is.
 */
@EnabledOnOs(OS.LINUX)
@Tag("measuring")
class StoppedServerIT {

    private static final int WORKERS = 20;
    private static final int RATE = 200;
    private static final int SECONDS = 6;
    /** A run turns its own clock into dates once, at its start; the clock of dates may be moved a little meanwhile. */
    private static final long CLOCKS_DIFFER_US = 20_000;

    @TempDir
    private Path directory;

    @Test
    @Tag("fault")
    @DisplayName(
            "SIGSTOP of the server for a second, under a constant rate -> every request that was due meanwhile has a"
                    + " response time that shows the wait, and all are ok; service times show it for no more requests than"
                    + " there are workers")
    void response_times_show_the_wait_that_service_times_hide() throws Exception {
        List<Measured> all = measured();
        for (int tries = 1; !all.stream().allMatch(Measured::complete); tries++) {
            assertThat(tries).as("tries in which this machine was too busy").isLessThan(10);
            all = measured();
        }
        all.forEach(StoppedServerIT::requireThatTheWaitIsSeen);
    }

    /** All variants at once, as they mostly wait. */
    private List<Measured> measured() throws Exception {
        List<EngineVariant> ways = EngineVariant.average();
        CountDownLatch started = new CountDownLatch(ways.size());
        try (ServerProcess server =
                TestServer.start(ServerKind.SERVLET, 0, Files.createTempDirectory(directory, "server"))) {
            List<Member<Run>> runs = ways.stream()
                    .map(way -> Member.doing(() -> run(way, server, started)))
                    .toList();
            assertThat(started.await(MAX_WAIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
            Stop stop = freeze(server.pid());
            return runs.stream()
                    .map(Member::result)
                    .map(run -> new Measured(run, stop))
                    .toList();
        }
    }

    private Run run(EngineVariant way, ServerProcess server, CountDownLatch started) throws Exception {
        Path folder = Files.createTempDirectory(directory, "run");
        LoadPlan plan = way.of(Plans.plan(server.target()))
                .rate(RATE + "/s")
                .threads(WORKERS)
                .duration(Duration.ofSeconds(SECONDS))
                .warmUp(new WarmUp(0, Optional.of(Duration.ofSeconds(1)), SelfWarmUp.NONE))
                .build();
        RunResult result =
                new LocalRunner(recording(folder)).run(plan, new StopSignal(), (of, counts) -> started.countDown());
        List<AttemptRow> rows = new ArrayList<>();
        RecordsReader.read(folder.resolve("records.csv"), rows::add);
        return new Run(way, result, rows);
    }

    private static void requireThatTheWaitIsSeen(Measured measured) {
        EngineVariant way = measured.run.way;
        assertThat(measured.run.result.counts().ok()).as(way.toString()).isEqualTo(RATE * SECONDS);
        Stop stop = measured.stop;
        List<AttemptRow> rows = measured.run.rows;
        List<AttemptRow> dueMeanwhile = rows.stream()
                .filter(row -> row.dueUs() >= stop.beginUs() && row.dueUs() < stop.endUs())
                .toList();
        assertThat(dueMeanwhile)
                .as(way + ": a sixth of all")
                .hasSizeBetween((int) (stop.seconds() * RATE) - 1, (int) (stop.seconds() * RATE) + 1)
                .hasSizeGreaterThan(9 * RATE / 10)
                .allSatisfy(row -> assertThat(row.responseTimeUs())
                        .as("what was due at " + row.dueUs() + " waited until the server went on")
                        .isGreaterThan(stop.endUs() - row.dueUs() - CLOCKS_DIFFER_US));
        long nearItsEnd = stop.endUs() - CLOCKS_DIFFER_US;
        assertThat(rows.stream().filter(row -> row.startUs() >= stop.beginUs() && row.startUs() < nearItsEnd))
                .as(way
                        + ": each worker sends at most one request to a server that stands still, so service"
                        + " times tell of no more")
                .hasSizeLessThanOrEqualTo(WORKERS);
        assertThat(rows.stream()
                        .filter(row -> row.startUs() < nearItsEnd && row.startUs() + row.latencyUs() > nearItsEnd))
                .as(way + ": some wait for it")
                .isNotEmpty();
    }

    private record Run(EngineVariant way, RunResult result, List<AttemptRow> rows) {}

    private record Measured(Run run, Stop stop) {

        /** Whether all of the stop is within the run, and there was time for what was due meanwhile. */
        private boolean complete() {
            return stop.endUs < micros(run.result.startedAt().plusSeconds(SECONDS)) && run.result.dropped() == 0;
        }
    }

    /** When the server stood still for certain, in microseconds since 1970. */
    private record Stop(long beginUs, long endUs) {

        double seconds() {
            return (endUs - beginUs) / 1e6;
        }
    }

    /** Lets the server run for three seconds, and then not for one. */
    private static Stop freeze(long pid) throws Exception {
        pause(3);
        signal("STOP", pid);
        try {
            // The signal takes effect when one of the process's threads next runs, and on all others after that.
            await().atMost(MAX_WAIT).pollInterval(Duration.ofMillis(1)).until(() -> stopped(pid));
            long beginUs = nowUs();
            pause(1);
            return new Stop(beginUs, nowUs());
        } finally {
            signal("CONT", pid);
        }
    }

    private static long nowUs() {
        return micros(Instant.now());
    }

    private static long micros(Instant instant) {
        return ChronoUnit.MICROS.between(Instant.EPOCH, instant);
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
        assertThat(kill.waitFor(MAX_WAIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(kill.exitValue()).isZero();
    }

    private static RecordingSettings recording(Path folder) {
        return new RecordingSettings(Optional.of(folder), Optional.of("records.csv"), RecordsPolicy.BLOCK);
    }
}
