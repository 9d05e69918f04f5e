package io.github.swipestorm.client.engine.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.arrival.UserSchedule;
import io.github.swipestorm.client.arrival.UserStage;
import io.github.swipestorm.client.distribution.LessBlocking;
import io.github.swipestorm.client.distribution.ModelSettings;
import io.github.swipestorm.client.distribution.WorkDistribution;
import io.github.swipestorm.client.distribution.WorkItems;
import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.WarmUp;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.record.RecordsPolicy;
import io.github.swipestorm.client.record.RunRecorder;
import io.github.swipestorm.client.record.csv.AttemptRow;
import io.github.swipestorm.client.record.csv.RecordsReader;
import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.transport.EventLoop;
import io.github.swipestorm.client.transport.Nio;
import io.github.swipestorm.client.transport.OutcomeListener;
import io.github.swipestorm.client.workload.Iterations;
import io.github.swipestorm.client.workload.VirtualUser;
import io.github.swipestorm.client.workload.Workload;
import io.github.swipestorm.client.workload.swipes.RandomSwipes;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Closed loops whose number of users changes over time. */
class UserScheduleRunTest {

    private static final Duration ANSWER = Duration.ofMillis(100);

    private static final ModelSettings SINGLY = new ModelSettings(1, 2, 50);

    @TempDir
    private Path directory;

    private static LoadPlan.Builder plan(Workload workload) {
        return Plans.plan(Plans.NOWHERE).workload(workload).transport(new Nio()).warmUp(WarmUp.NONE);
    }

    private static UserSchedule schedule(UserStage... stages) {
        return new UserSchedule(0, List.of(stages));
    }

    private static UserStage line(long millis, int users) {
        return new UserStage(Duration.ofMillis(millis), users, false);
    }

    private static UserStage step(long millis, int users) {
        return new UserStage(Duration.ofMillis(millis), users, true);
    }

    @Test
    void a_slot_sends_within_its_periods_and_ends_what_it_has_begun() {
        VirtualTime time = new VirtualTime();

        // The second worker is there for half of the ramp-up and half of the way down.
        time.drive(new RandomSwipes(), schedule(line(2_000, 2), step(1_000, 0), step(950, 2), line(2_000, 0)));

        assertThat(time.sentBy(0))
                .as("20 in the ramp-up, none in the pause, and after it what begins in 2.95 s")
                .hasSize(20 + 30)
                .startsWith(0L, 100L)
                .contains(1_900L, 3_000L)
                .endsWith(5_900L);
        assertThat(time.sentBy(1))
                .hasSize(10 + 20)
                .startsWith(1_000L)
                .contains(1_900L, 3_000L)
                .endsWith(4_900L);
        assertThat(time.activeMillis).isEqualTo((20 + 30 + 10 + 20) * 100);
        assertThat(time.violations).isEmpty();
    }

    /** Of each iteration three requests take 0.3 s, and the user waits for the rest of 1 s. */
    @Test
    void an_iteration_is_never_cut_and_a_pace_ends_with_its_user() {
        VirtualTime time = new VirtualTime();

        time.drive(
                new Journey(Duration.ZERO, Duration.ofSeconds(1), 0, VirtualUser.Next.ABANDONED, false, List.of()),
                schedule(step(1_500, 1), step(1_000, 0), step(1_100, 1)));

        assertThat(time.sentBy(0))
                .containsExactly(0L, 100L, 200L, 1_000L, 1_100L, 1_200L, 2_500L, 2_600L, 2_700L, 3_500L);
        assertThat(time.thinkingMillis)
                .as("0.7, 0.2 until the user leaves, and 0.7")
                .isEqualTo(1_600);
        assertThat(time.activeMillis).isEqualTo(1_500 + 1_100);
    }

    @Test
    void a_number_of_users_that_changes_meanwhile_takes_effect_at_its_instant() {
        VirtualTime time = new VirtualTime();
        time.at(500, load -> load.changeUsers(3));
        time.at(1_500, load -> load.changeUsers(0));
        time.at(2_000, load -> load.changeUsers(2));

        LoadPlan executed = time.driveAdjustable(
                plan(new RandomSwipes()).threads(1).maxThreads(3).duration(Duration.ofSeconds(3)));

        assertThat(executed.users().orElseThrow().stages())
                .containsExactly(step(520, 1), step(1_000, 3), step(500, 0), step(980, 2));
        assertThat(time.sentBy(0)).hasSize(16 + 10).contains(1_500L, 2_020L).endsWith(2_920L);
        assertThat(time.sentBy(1)).hasSize(10 + 10).startsWith(520L).contains(1_420L, 2_020L);
        assertThat(time.sentBy(2)).hasSize(10).startsWith(520L).endsWith(1_420L);
        assertThat(time.activeMillis).isEqualTo((16 + 10 + 10 + 10 + 10) * 100);
        assertThat(time.violations).isEmpty();
    }

    @Test
    void a_user_who_is_taken_away_while_it_waits_for_its_pace_begins_nothing() {
        VirtualTime time = new VirtualTime();
        time.at(300, load -> load.changeUsers(0));
        time.at(2_000, load -> load.changeUsers(1));

        time.driveAdjustable(
                plan(new Journey(Duration.ZERO, Duration.ofSeconds(1), 0, VirtualUser.Next.ABANDONED, false, List.of()))
                        .threads(1)
                        .duration(Duration.ofSeconds(3)));

        assertThat(time.sentBy(0)).containsExactly(0L, 100L, 200L, 2_020L, 2_120L, 2_220L);
        assertThat(time.activeMillis).as("until 0.32 s, and from 2.02 s on").isEqualTo(320 + 980);
    }

    @Test
    void a_rate_that_changes_meanwhile_moves_what_has_been_taken_already() {
        VirtualTime time = new VirtualTime();
        time.at(500, load -> load.changeRate(Rate.parse("10")));
        time.at(1_500, load -> load.changeRate(Rate.parse("0")));
        time.at(2_000, load -> load.changeRate(Rate.parse("5")));

        // Three slots take the first three requests at once; the fourth is due after the end.
        LoadPlan executed = time.driveAdjustable(
                plan(new RandomSwipes()).rate("1").threads(4).duration(Duration.ofSeconds(3)));

        List<Long> sent = time.sent.stream()
                .map(one -> (one[1] - time.startNanos) / 1_000_000)
                .toList();
        assertThat(sent).startsWith(0L, 568L, 668L).endsWith(2_916L).hasSize((int) executed.requests());
        assertThat(sent.stream().filter(at -> at >= 1_520 && at < 2_020)).isEmpty();
        assertThat(executed.requests()).isEqualTo(16);
        assertThat(time.violations).isEmpty();
    }

    @Test
    void whichever_worker_sends_what_it_sends_is_due_while_it_is_active() {
        UserSchedule schedule = schedule(line(300, 6), step(200, 0), line(100, 3), step(1_000, 4));
        EngineVariant.each(EngineVariant.all(), way -> {
            Path folder = Files.createTempDirectory(directory, "run");
            try (FaultServer server = FaultServer.answering(Act.answer(201, "ok"))) {
                LoadPlan plan =
                        way.of(Plans.plan(server.target()).users(schedule)).build();
                RunResult result = new LocalRunner(new RecordingSettings(
                                Optional.of(folder), Optional.of("records.csv"), RecordsPolicy.BLOCK))
                        .run(plan, new StopSignal(), RunObserver.NONE);

                assertThat(plan.threads()).isEqualTo(6);
                assertThat(result.reason()).isEqualTo(StopReason.TIME_OVER);
                assertThat(result.violations()).isEmpty();
                assertThat(result.dropped()).isZero();
                assertThat(result.counts().attempts()).isEqualTo(server.received());
                assertThat(result.workerTime().cycles())
                        .isLessThanOrEqualTo(result.workerTime().active());
                List<AttemptRow> rows = new ArrayList<>();
                RecordsReader.read(folder.resolve("records.csv"), rows::add);
                assertThat(rows).hasSize((int) result.counts().attempts());
                long startUs = result.startedAt().getEpochSecond() * 1_000_000
                        + result.startedAt().getNano() / 1_000;
                assertThat(rows.stream().filter(row -> {
                            long[] periods = schedule.periods(row.worker());
                            long due = (row.dueUs() - startUs) * 1_000;
                            return IntStream.range(0, periods.length / 2)
                                    // A microsecond is lost in the file.
                                    .noneMatch(i -> periods[2 * i] - 1_000 <= due && due < periods[2 * i + 1]);
                        }))
                        .as("due while their workers are away")
                        .isEmpty();
                assertThat(rows.stream()
                                .filter(row -> row.dueUs() - startUs >= 600_000)
                                .map(AttemptRow::worker)
                                .collect(Collectors.toSet()))
                        .as("those who come back, and one who never was away")
                        .containsExactlyInAnyOrder(0, 1, 2, 3);
            }
        });
    }

    @Test
    void the_stages_of_users_end_the_run_and_say_how_many_there_are() {
        LoadPlan.Builder plan = Plans.plan(Plans.NOWHERE).users(schedule(line(300, 6), line(200, 0)));

        assertThat(plan.build().stop().duration()).contains(Duration.ofMillis(500));
        assertThat(plan.duration(Duration.ofSeconds(9)).build().stop().duration())
                .contains(Duration.ofMillis(500));
        assertThat(plan.duration(Duration.ofMillis(100)).build().stop().duration())
                .contains(Duration.ofMillis(100));
        assertThat(plan.build().forWarmUp().users()).isEmpty();
        assertThat(plan.build().forWarmUp().threads()).isEqualTo(6);
        assertThat(plan.build().forOneIteration().users())
                .as("of steps before the run")
                .isEmpty();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plan.requests(7).build())
                .withMessage("The stages say how many users are active and when the run ends: leave requests out");
        plan.requests(WorkItems.UNBOUNDED).rampUp(Duration.ofSeconds(1));
        assertThatIllegalArgumentException()
                .isThrownBy(plan::build)
                .withMessage("The stages say how many users are active and when the run ends: leave ramp-up out");
        plan.rampUp(Duration.ZERO).rate("10");
        assertThatIllegalArgumentException()
                .isThrownBy(plan::build)
                .withMessage("The stages say how many users are active and when the run ends: leave rate out");
    }

    /** A loop that answers every request 100 ms later, by a clock that goes on to the next event when nothing is left to do. */
    private static final class VirtualTime implements EventLoop {

        private final ManualClock clock = new ManualClock();
        private final StopSignal stop = new StopSignal();
        private final List<long[]> sent = new ArrayList<>();
        private final PriorityQueue<long[]> answers =
                new PriorityQueue<>((one, other) -> Long.compare(one[0], other[0]));
        private long startNanos;
        private long endNanos;
        private long activeMillis;
        private long thinkingMillis;
        private final NavigableMap<Long, Consumer<AdjustableLoad>> changes = new TreeMap<>();
        private Optional<AdjustableLoad> adjusted = Optional.empty();
        private List<String> violations;

        void drive(Workload workload, UserSchedule users) {
            drive(plan(workload).users(users).build(), false);
        }

        /** Sends a load that changes meanwhile; returns the plan as it was executed. */
        LoadPlan driveAdjustable(LoadPlan.Builder plan) {
            return drive(plan.build(), true);
        }

        void at(long millis, Consumer<AdjustableLoad> change) {
            changes.put(millis, change);
        }

        private LoadPlan drive(LoadPlan plan, boolean adjustable) {
            Workload workload = plan.workload();
            Optional<Iterations> iterations = workload.iterations(1, plan.target());
            WorkDistribution distribution =
                    new LessBlocking().share(new WorkItems(WorkItems.UNBOUNDED, plan.workers()), SINGLY);
            RunRecorder recording = new RunRecorder(
                    RecordingSettings.NO_FILES,
                    clock,
                    plan.workers(),
                    1,
                    worker -> 0,
                    IntUnaryOperator.identity(),
                    "",
                    workload.operations(),
                    iterations.map(Iterations::scenarios).orElse(List.of()),
                    List.of(),
                    Optional.empty());
            AdjustableLoad load = new AdjustableLoad(plan, recording.clock(), (changed, change) -> {});
            adjusted = adjustable ? Optional.of(load) : Optional.empty();
            Duration run = plan.stop().duration().orElseThrow();
            try (recording) {
                LoopDriver driver = new LoopDriver(
                        this,
                        0,
                        1,
                        connections(),
                        new Assignment(
                                plan,
                                workload.requests(1),
                                iterations,
                                0,
                                distribution.sources(),
                                plan.openLoop().isPresent()
                                        ? new TimedDue(load, recording.clock(), Optional.of(run))
                                        : DueTimes.WHEN_FREE,
                                recording,
                                Optional.empty(),
                                clock,
                                stop,
                                adjusted));
                startNanos = clock.nanoTime();
                endNanos = startNanos + run.toNanos();
                recording.clock().start(startNanos, 0);
                driver.send();
                LoadGauge gauge = new LoadGauge(
                        plan,
                        clock,
                        recording,
                        distribution,
                        Optional.empty(),
                        driver.inProgress(),
                        driver.iterations());
                activeMillis = gauge.activeNanos(clock.nanoTime()) / 1_000_000;
                thinkingMillis = gauge.thinkingNanos(clock.nanoTime()) / 1_000_000;
            }
            violations = recording.result().problems();
            return load.plan();
        }

        /** When a slot sent its requests, in milliseconds since the start. */
        List<Long> sentBy(int slot) {
            return sent.stream()
                    .filter(one -> one[0] == slot)
                    .map(one -> (one[1] - startNanos) / 1_000_000)
                    .toList();
        }

        @Override
        public int connections() {
            return 1_000;
        }

        @Override
        public void connect(int connection) {}

        @Override
        public int connecting() {
            return 0;
        }

        @Override
        public void disconnect(int connection) {}

        @Override
        public int send(int connection, int slot, ComposedRequest request, long nanos) {
            sent.add(new long[] {slot, nanos});
            answers.add(new long[] {nanos + ANSWER.toNanos(), slot});
            return 0;
        }

        @Override
        public void await(long untilNanos, OutcomeListener listener) {
            long next = answers.isEmpty() ? untilNanos : Math.min(untilNanos, answers.peek()[0]);
            if (!changes.isEmpty()) {
                next = Math.min(next, startNanos + changes.firstKey() * 1_000_000);
            }
            if (next - endNanos >= 0) {
                stop.stop(StopReason.TIME_OVER);
            }
            next = answers.isEmpty() ? Math.min(next, endNanos) : next;
            clock.advance(Duration.ofNanos(Math.max(0, next - clock.nanoTime())));
            if (!changes.isEmpty() && startNanos + changes.firstKey() * 1_000_000 - clock.nanoTime() <= 0) {
                changes.pollFirstEntry().getValue().accept(adjusted.orElseThrow());
            }
            while (!answers.isEmpty() && answers.peek()[0] - clock.nanoTime() <= 0) {
                listener.ended((int) answers.remove()[1], new Response(200, 0));
            }
        }

        @Override
        public void wakeUp() {}
    }
}
