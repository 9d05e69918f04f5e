package io.github.swipestorm.client.telemetry;

import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.testing.FlightRecording;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class SamplerTest {

    private static final WorkerActivity.Snapshot NOTHING =
            new WorkerActivity.Snapshot(0, 0, 0, 0, OptionalInt.empty(), OptionalLong.empty());

    @TempDir
    private Path directory;

    private static Telemetry sample(Sampler sampler, Runnable meanwhile) {
        sampler.start();
        meanwhile.run();
        return sampler.finish();
    }

    private static void burn(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void on_linux_every_reading_can_be_had() {
        AtomicLong looks = new AtomicLong();
        WorkerActivity load = () -> {
            long look = looks.incrementAndGet();
            return new WorkerActivity.Snapshot(
                    6_000_000 * look,
                    3_000_000 * look,
                    2_000_000 * look,
                    5_000_000 * look,
                    OptionalInt.of(9),
                    OptionalLong.of(17));
        };
        Thread self = Thread.currentThread();
        ServerProcesses server = ServerProcesses.of(ProcessHandle.current().pid());

        Telemetry telemetry;
        long start = System.nanoTime();
        do {
            Sampler sampler = new Sampler(NanoClock.SYSTEM, load, List.of(self), List.of(self), server);
            telemetry = sample(sampler, () -> burn(Duration.ofMillis(1_300)));
            assertThat(telemetry.samples()).isNotEmpty();
            // A second in which a thread of this JVM ends, of an earlier test for example, has no context switches.
        } while (!telemetry.samples().get(0).readings().containsKey(Metric.VOLUNTARY_SWITCHES)
                && System.nanoTime() - start < MAX_WAIT.toNanos());

        Map<Metric, Double> readings = telemetry.samples().get(0).readings();
        assertThat(readings).containsOnlyKeys(Metric.values());
        assertThat(readings.get(Metric.WAITING_SHARE)).isEqualTo(0.75);
        assertThat(readings.get(Metric.QUEUE_DEPTH)).isEqualTo(17);
        assertThat(readings.get(Metric.CLIENT_CPU)).isPositive();
        assertThat(readings.get(Metric.BUSIEST_LOOP))
                .isPositive()
                .isLessThanOrEqualTo(readings.get(Metric.CLIENT_CPU) + 0.05);
        assertThat(readings.get(Metric.CLIENT_RSS)).isGreaterThan(10e6);
        assertThat(readings.get(Metric.CLIENT_CPU_LIMIT)).isEqualTo(readings.get(Metric.SERVER_CPU_LIMIT));
        assertThat(telemetry.samples().get(0).coreBusy()).isNotEmpty();
    }

    @Test
    void where_the_system_tells_nothing_readings_are_absent_and_the_jvms_own_are_there() {
        Sampler sampler =
                new Sampler(directory, NanoClock.SYSTEM, () -> NOTHING, List.of(), List.of(), ServerProcesses.of(1));

        Telemetry telemetry = sample(sampler, () -> burn(Duration.ofMillis(200)));

        assertThat(telemetry.samples()).isNotEmpty();
        TelemetrySample sample = telemetry.samples().get(0);
        assertThat(sample.readings())
                .containsOnlyKeys(
                        Metric.CLIENT_CPU,
                        Metric.SAMPLING,
                        Metric.ALLOCATION,
                        Metric.GC_PAUSE,
                        Metric.SCHEDULING_LAG,
                        Metric.MEAN_LAG,
                        Metric.ACTIVE_USERS);
        assertThat(sample.coreBusy()).isEmpty();
        assertThat(sample.intervalUs()).isGreaterThanOrEqualTo(200_000);
    }

    @Test
    void a_source_that_fails_ends_neither_the_others_nor_the_run() {
        AtomicLong looks = new AtomicLong();
        WorkerActivity broken = () -> {
            looks.incrementAndGet();
            throw new IllegalStateException("broken");
        };
        Sampler sampler = new Sampler(
                directory, NanoClock.SYSTEM, broken, List.of(), List.of(), ServerProcesses.elsewhere("test"));

        Telemetry telemetry = sample(sampler, () -> burn(Duration.ofMillis(150)));

        assertThat(telemetry.mean(Metric.CLIENT_CPU)).isPresent();
        assertThat(looks.get()).as("what failed is not asked again").isEqualTo(1);
    }

    @Test
    void a_reading_that_takes_longer_than_the_end_waits_leaves_no_thread_behind() {
        CountDownLatch slow = new CountDownLatch(1);
        AtomicLong looks = new AtomicLong();
        WorkerActivity stuck = () -> {
            if (looks.incrementAndGet() > 1) {
                awaitUninterruptibly(slow);
            }
            return NOTHING;
        };
        Sampler sampler = new Sampler(
                directory, NanoClock.SYSTEM, stuck, List.of(), List.of(), ServerProcesses.elsewhere("test"));
        sampler.start();
        await().atMost(MAX_WAIT).until(() -> looks.get() > 1);

        assertThat(sampler.finish().samples()).isEmpty();
        assertThat(lagThreads()).isNotEmpty();
        slow.countDown();
        await().atMost(MAX_WAIT).until(() -> lagThreads().isEmpty());
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static List<Thread> lagThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals("swipestorm-lag"))
                .toList();
    }

    @Test
    void a_server_that_ends_has_no_readings_from_then_on() throws Exception {
        Process process = new ProcessBuilder("sleep", "60").start();
        Sampler sampler =
                new Sampler(NanoClock.SYSTEM, () -> NOTHING, List.of(), List.of(), ServerProcesses.of(process.pid()));
        process.destroyForcibly().waitFor();
        await().until(() -> Files.notExists(Path.of("/proc/" + process.pid())));

        Telemetry telemetry = sample(sampler, () -> burn(Duration.ofMillis(150)));

        assertThat(telemetry.mean(Metric.SERVER_RSS)).isEmpty();
        assertThat(telemetry.mean(Metric.CLIENT_CPU)).isPresent();
    }

    @Test
    void pauses_of_the_collector_are_noted_with_the_instant_they_began() {
        Sampler sampler = new Sampler(
                directory, NanoClock.SYSTEM, () -> NOTHING, List.of(), List.of(), ServerProcesses.elsewhere("test"));
        long begin = System.nanoTime();
        sampler.start();
        System.gc();
        long tookUs = (System.nanoTime() - begin) / 1_000;
        // The JVM tells of a pause a moment after it.
        await().atMost(MAX_WAIT).until(() -> !sampler.soFar().pauses().isEmpty());
        Telemetry telemetry = sampler.finish();

        assertThat(telemetry.pauses()).anySatisfy(pause -> {
            assertThat(pause.cause()).isEqualTo("System.gc()");
            assertThat(pause.durationUs()).isBetween(0L, tookUs + 2_000);
        });
    }

    @Test
    void only_the_part_of_a_pause_that_lies_in_the_run_is_noted() {
        GcPauses pauses = new GcPauses(NanoClock.SYSTEM);
        // The collector's clock is 900 ms behind the run's, as the second pause, reported immediately, shows.
        pauses.paused(50, 10, "over before the run", 970_000_000);
        pauses.paused(90, 40, "half of it", 1_030_000_000);
        assertThat(pauses.pauses()).as("no run has begun").isEmpty();
        pauses.start(1_000_000_000);
        pauses.paused(200, 5, "in the run, reported late", 1_500_000_000);
        pauses.close();

        assertThat(pauses.pauses())
                .containsExactly(
                        new GcPause(0, 30_000, "half of it"), new GcPause(100_000, 5_000, "in the run, reported late"));
    }

    @Test
    void concurrent_work_of_a_collector_is_no_pause() {
        assertThat(GcPauses.stops("ZGC Cycles")).isFalse();
        assertThat(GcPauses.stops("ZGC Pauses")).isTrue();
        assertThat(GcPauses.stops("Shenandoah Cycles")).isFalse();
        assertThat(GcPauses.stops("G1 Young Generation")).isTrue();
        assertThat(GcPauses.stops("G1 Concurrent GC")).as("Remark and Cleanup").isTrue();
    }

    @Test
    void a_run_that_never_began_has_nothing_to_show() {
        Sampler sampler = new Sampler(
                directory, NanoClock.SYSTEM, () -> NOTHING, List.of(), List.of(), ServerProcesses.elsewhere("test"));

        assertThat(sampler.finish().samples()).isEmpty();
    }

    @Test
    void a_flight_recording_shows_a_lag() throws InterruptedException {
        AtomicLong now = new AtomicLong();
        try (FlightRecording recording = new FlightRecording("swipestorm.Lag")) {
            // Each look at this clock is 30 ms after the last one, and the thread wants to wake up after 20 ms.
            LagProbe probe = new LagProbe(() -> now.addAndGet(30_000_000));
            await().atMost(MAX_WAIT).until(() -> now.get() > 300_000_000);
            probe.close();
            probe.thread().join(MAX_WAIT.toMillis());
            assertThat(probe.thread().isAlive()).isFalse();

            assertThat(recording.events())
                    .isNotEmpty()
                    .allSatisfy(
                            lag -> assertThat(lag.getDuration("lag")).isGreaterThanOrEqualTo(Duration.ofMillis(40)));
        }
    }

    @Test
    void a_thread_that_is_held_up_shows_as_lag() throws Exception {
        LagProbe probe = new LagProbe(NanoClock.SYSTEM);
        double[] longest = new double[1];
        // On any machine some of these looks come late; the probe itself is never early.
        await().atMost(MAX_WAIT).until(() -> {
            SampleBuilder interval = new SampleBuilder(1);
            probe.read(interval);
            longest[0] = Math.max(
                    longest[0], interval.at(0).get(Metric.SCHEDULING_LAG).orElseThrow());
            return longest[0] > 0;
        });
        probe.close();

        assertThat(longest[0]).isPositive();
    }
}
