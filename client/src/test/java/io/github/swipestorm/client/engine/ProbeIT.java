package io.github.swipestorm.client.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.measure.TimelineSecond;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.record.RecordsPolicy;
import io.github.swipestorm.client.testing.AnsweringServer;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.testing.QuickServer;
import io.github.swipestorm.client.testing.TestTimeout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The two phases after a run, with half and with twice the workers. */
class ProbeIT {

    /** On a busy machine any answer may take long, and a phase longer than it sends. */
    private static final Probe.Limits PATIENT = new Probe.Limits(TestTimeout.MAX_WAIT, TestTimeout.MAX_WAIT);

    @TempDir
    private Path directory;

    /** Notes down with how many workers was probed. */
    private static final class Seen implements RunObserver {

        private final List<Integer> threads = new ArrayList<>();
        private final Runnable onProbe;

        private Seen(Runnable onProbe) {
            this.onProbe = onProbe;
        }

        @Override
        public void started(LoadPlan plan, Supplier<Counts> counts) {
            // Only the probe is of interest here.
        }

        @Override
        public void probing(int workers) {
            threads.add(workers);
            onProbe.run();
        }
    }

    /** A server that is no work for this machine. */
    private static AnsweringServer answeringAfter(long millis) {
        return new AnsweringServer(number -> {
            long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
            for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            return 201;
        });
    }

    @Test
    void half_and_twice_the_workers_send_and_no_figure_of_the_run_counts_them() throws Exception {
        try (AnsweringServer server = answeringAfter(10)) {
            LoadPlan plan = Plans.plan(server.target())
                    .threads(5)
                    .rampUp(Duration.ofMillis(200))
                    .duration(Duration.ofMillis(500))
                    .build();
            RecordingSettings settings =
                    new RecordingSettings(Optional.of(directory), Optional.of("records.csv"), RecordsPolicy.BLOCK);
            Seen seen = new Seen(() -> {});

            RunResult result = new LocalRunner()
                    .probingWithin(PATIENT)
                    .with(RunSettings.of(settings).probe(run -> true))
                    .run(plan, new StopSignal(), seen);

            Probe probe = result.probe().orElseThrow();
            assertThat(seen.threads).containsExactly(3, 10);
            assertThat(probe.incomplete()).isEmpty();
            assertThat(probe.phases()).extracting(Probe.PhaseResult::threads).containsExactly(3, 10);
            assertThat(probe.phases()).allSatisfy(phase -> {
                assertThat(phase.counts().ok()).isPositive();
                assertThat(phase.throughput()).isPositive();
                assertThat(phase.wallTime()).isGreaterThan(Probe.PHASE.minusMillis(500));
            });
            long probed = probe.phases().stream()
                    .mapToLong(phase -> phase.counts().attempts())
                    .sum();
            assertThat(server.requests())
                    .as("the server has the probe's requests, and the run has not")
                    .isEqualTo(result.counts().attempts() + probed);
            assertThat(result.violations()).isEmpty();
            assertThat(Files.readAllLines(directory.resolve("records.csv")))
                    .hasSize(1 + (int) result.counts().attempts());
            assertThat(result.recorded().timeline().seconds().stream()
                            .mapToLong(TimelineSecond::ok)
                            .sum())
                    .isEqualTo(result.counts().ok());
        }
    }

    @Test
    void a_run_that_ended_at_its_precision_is_probed() throws InterruptedException {
        try (AnsweringServer server = answeringAfter(10)) {
            Seen seen = new Seen(() -> {});
            RunResult result = new LocalRunner()
                    .probingWithin(PATIENT)
                    .with(RunSettings.DEFAULT.probe(run -> true))
                    .ending(measured -> new RunObserver() {
                        @Override
                        public void started(LoadPlan plan, Supplier<Counts> counts) {
                            measured.stop(StopReason.PRECISION_REACHED);
                        }
                    })
                    .run(
                            Plans.plan(server.target())
                                    .threads(2)
                                    .duration(TestTimeout.NEVER)
                                    .build(),
                            new StopSignal(),
                            seen);

            assertThat(result.reason()).isEqualTo(StopReason.PRECISION_REACHED);
            assertThat(seen.threads).containsExactly(1, 4);
            assertThat(result.probe().orElseThrow().phases()).hasSize(2);
        }
    }

    @Test
    void a_signal_ends_the_probe_and_leaves_the_run_complete() throws InterruptedException {
        try (QuickServer server = new QuickServer()) {
            StopSignal stop = new StopSignal();
            RunResult result = new LocalRunner()
                    .probingWithin(PATIENT)
                    .with(RunSettings.DEFAULT.probe(run -> true))
                    .run(
                            Plans.plan(server.target()).threads(2).requests(100).build(),
                            stop,
                            new Seen(() -> stop.stop(StopReason.INTERRUPTED)));

            assertThat(result.reason()).isEqualTo(StopReason.REQUESTS_USED_UP);
            assertThat(result.counts().ok()).isEqualTo(100);
            assertThat(result.probe()).contains(Probe.without("a signal ended it", Optional.empty()));
        }
    }

    @Test
    void there_is_no_probe_of_long_answers_of_a_single_worker_of_a_rate_or_of_a_run_that_needs_none()
            throws InterruptedException {
        try (AnsweringServer server = answeringAfter(210)) {
            Seen seen = new Seen(() -> {});
            LocalRunner runner = new LocalRunner().with(RunSettings.DEFAULT.probe(run -> true));

            assertThat(runner.run(
                                    Plans.plan(server.target())
                                            .threads(2)
                                            .requests(2)
                                            .build(),
                                    new StopSignal(),
                                    seen)
                            .probe())
                    .contains(Probe.without("answers take longer than 200 ms on average", Optional.empty()));
            assertThat(runner.run(
                                    Plans.plan(server.target())
                                            .threads(1)
                                            .requests(1)
                                            .build(),
                                    new StopSignal(),
                                    seen)
                            .probe())
                    .isEmpty();
            assertThat(runner.run(
                                    Plans.plan(server.target())
                                            .threads(2)
                                            .rate("10")
                                            .requests(2)
                                            .build(),
                                    new StopSignal(),
                                    seen)
                            .probe())
                    .isEmpty();
            assertThat(runner.with(RunSettings.DEFAULT)
                            .run(
                                    Plans.plan(server.target())
                                            .threads(2)
                                            .requests(2)
                                            .build(),
                                    new StopSignal(),
                                    seen)
                            .probe())
                    .isEmpty();
            assertThat(seen.threads).isEmpty();
        }
    }
}
