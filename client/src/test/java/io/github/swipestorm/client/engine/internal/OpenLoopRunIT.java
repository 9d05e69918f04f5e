package io.github.swipestorm.client.engine.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.arrival.ArrivalProcess;
import io.github.swipestorm.client.arrival.ArrivalSchedule;
import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.arrival.Stage;
import io.github.swipestorm.client.distribution.ModelSettings;
import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.SelfWarmUp;
import io.github.swipestorm.client.plan.WarmUp;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.record.RecordsPolicy;
import io.github.swipestorm.client.record.csv.AttemptRow;
import io.github.swipestorm.client.record.csv.RecordsReader;
import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.Plans;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Open loops on every transport and with every model: what is due, when, and that nothing of it is skipped. */
@Tag("measuring")
class OpenLoopRunIT {

    private static final Act CREATED = Act.answer(201, "ok");

    /** One request at a time for each claim, as the command line chooses with a rate. */
    private static final ModelSettings SINGLY = new ModelSettings(1, 2, 50);

    @TempDir
    private Path directory;

    @Test
    void each_request_is_due_at_its_instant_and_none_is_sent_before() {
        EngineVariant.each(EngineVariant.withHttp2(), way -> {
            Path folder = Files.createTempDirectory(directory, "run");
            OpenLoop loop = new OpenLoop(Rate.parse("300"), List.of(), ArrivalProcess.POISSON);
            List<AttemptRow> rows;
            RunResult result;
            try (FaultServer server = way.answering(CREATED)) {
                result = run(
                        folder,
                        way.of(Plans.plan(server.target()))
                                .seed(5)
                                .openLoop(loop)
                                .duration(Duration.ofSeconds(1)));
                rows = rows(folder);
                assertThat(server.received()).isEqualTo(result.counts().ok());
            }
            ArrivalSchedule schedule = loop.schedule(5);

            assertThat(result.planned()).isEqualTo(schedule.countBefore(1_000_000_000L));
            // A machine that does not schedule threads for a tenth of a second just then leaves some unsent.
            assertThat(result.counts().ok()).isEqualTo(result.planned() - result.dropped());
            assertThat(result.violations()).isEmpty();
            long startUs = startUs(result);
            assertThat(rows).hasSize((int) result.counts().ok()).allSatisfy(row -> {
                assertThat(row.dueUs()).isEqualTo(startUs + schedule.due(row.request()) / 1_000);
                assertThat(row.startUs()).isGreaterThanOrEqualTo(row.dueUs());
                assertThat(row.responseTimeUs()).isEqualTo(row.startUs() + row.latencyUs() - row.dueUs());
            });
            assertThat(result.recorded().sendLag().count())
                    .isEqualTo(result.counts().ok());
        });
    }

    @Test
    void a_number_of_requests_is_sent_to_the_last_however_late() {
        EngineVariant.each(EngineVariant.withHttp2(), way -> {
            Path folder = Files.createTempDirectory(directory, "run");
            RunResult result;
            try (FaultServer server = way.answering(answerAfter(Duration.ofMillis(10)))) {
                result = run(
                        folder,
                        way.of(Plans.plan(server.target()))
                                .rate("1000")
                                .threads(2)
                                .requests(100));
            }

            assertThat(result.reason()).isEqualTo(StopReason.REQUESTS_USED_UP);
            assertThat(result.counts().ok()).isEqualTo(100);
            // Two workers at 10 ms each need half a second for what is due within a tenth of one.
            assertThat(result.wallTime()).isGreaterThanOrEqualTo(Duration.ofMillis(500));
            assertThat(result.recorded().sendLag().summary().maxUs()).isGreaterThanOrEqualTo(380_000);
            assertThat(result.recorded().service().summary().p50Us()).isLessThan(200_000);
            assertThat(result.recorded().response().summary().maxUs()).isGreaterThanOrEqualTo(390_000);
        });
    }

    @Test
    void what_was_due_and_could_not_be_begun_before_the_end_is_counted() {
        EngineVariant.each(EngineVariant.withHttp2(), way -> {
            Path folder = Files.createTempDirectory(directory, "run");
            RunResult result;
            try (FaultServer server = way.answering(answerAfter(Duration.ofMillis(50)))) {
                result = run(
                        folder,
                        way.of(Plans.plan(server.target()))
                                .rate("1000")
                                .threads(2)
                                .duration(Duration.ofMillis(500)));
            }

            assertThat(result.planned()).isEqualTo(500);
            assertThat(result.reason()).isEqualTo(StopReason.TIME_OVER);
            // Two workers at 50 ms each begin at most 26 in the 600 ms that they have with the grace for late ones,
            // and none if the machine does not schedule them for so long.
            assertThat(result.counts().ended()).isLessThanOrEqualTo(26);
            assertThat(result.dropped()).isEqualTo(500 - result.counts().ended());
            assertThat(result.violations()).isEmpty();
            assertThat(result.allOk()).isFalse();
        });
    }

    @Test
    void stages_end_the_run_and_a_rate_of_zero_at_their_ends_is_no_trouble() {
        EngineVariant.each(EngineVariant.averageWithHttp2(), way -> {
            Path folder = Files.createTempDirectory(directory, "run");
            OpenLoop ramps = new OpenLoop(
                    Rate.parse("0"),
                    List.of(
                            new Stage(Duration.ofMillis(400), Rate.parse("400")),
                            new Stage(Duration.ofMillis(400), Rate.parse("0"))),
                    ArrivalProcess.CONSTANT);
            RunResult result;
            try (FaultServer server = way.answering(CREATED)) {
                result = run(
                        folder,
                        way.of(Plans.plan(server.target()))
                                .openLoop(ramps)
                                .threads(3)
                                .duration(ramps.duration().orElseThrow()));
            }
            List<AttemptRow> rows = rows(folder);
            long middle = startUs(result) + 400_000;

            // The area under the two ramps.
            assertThat(result.planned()).isEqualTo(160);
            assertThat(result.counts().ok()).isEqualTo(160 - result.dropped());
            assertThat(rows.stream().filter(row -> row.dueUs() < middle))
                    .hasSizeBetween(80 - (int) result.dropped(), 80);
        });
    }

    @Test
    void a_stop_ends_the_wait_for_a_request_that_is_due_much_later() {
        EngineVariant.each(EngineVariant.averageWithHttp2(), way -> {
            StopSignal stop = new StopSignal();
            RunResult result;
            try (FaultServer server = way.answering(client -> {
                stop.stop(StopReason.INTERRUPTED);
                CREATED.on(client);
            })) {
                result = new LocalRunner(RecordingSettings.NO_FILES)
                        .run(
                                way.of(Plans.plan(server.target()))
                                        .rate("2/h")
                                        .threads(3)
                                        .requests(10)
                                        .build(),
                                stop,
                                RunObserver.NONE);
            }

            assertThat(result.reason()).isEqualTo(StopReason.INTERRUPTED);
            assertThat(result.counts().ok()).isEqualTo(1);
            assertThat(result.dropped()).isEqualTo(9);
        });
    }

    @Test
    void the_warm_up_keeps_the_first_rate() {
        EngineVariant.each(EngineVariant.averageWithHttp2(), way -> {
            Path folder = Files.createTempDirectory(directory, "run");
            RunResult result;
            try (FaultServer server = way.answering(CREATED)) {
                result = run(
                        folder,
                        way.of(Plans.plan(server.target()))
                                .rate("200")
                                .warmUp(new WarmUp(0, Optional.of(Duration.ofMillis(500)), SelfWarmUp.NONE))
                                .requests(20));
            }

            assertThat(result.warmUp().orElseThrow().counts().attempts()).isLessThanOrEqualTo(100);
            assertThat(result.counts().ok()).isEqualTo(20);
        });
    }

    private static RunResult run(Path folder, LoadPlan.Builder plan) throws InterruptedException {
        RecordingSettings recording =
                new RecordingSettings(Optional.of(folder), Optional.of("records.csv"), RecordsPolicy.BLOCK);
        return new LocalRunner(recording).run(plan.modelSettings(SINGLY).build(), new StopSignal(), RunObserver.NONE);
    }

    private static List<AttemptRow> rows(Path folder) throws IOException {
        List<AttemptRow> rows = new ArrayList<>();
        RecordsReader.read(folder.resolve("records.csv"), rows::add);
        rows.sort(Comparator.comparingLong(AttemptRow::request));
        return rows;
    }

    private static long startUs(RunResult result) {
        return result.startedAt().getEpochSecond() * 1_000_000
                + result.startedAt().getNano() / 1_000;
    }

    private static Act answerAfter(Duration time) {
        return client -> {
            Act.late(time).on(client);
            CREATED.on(client);
        };
    }
}
