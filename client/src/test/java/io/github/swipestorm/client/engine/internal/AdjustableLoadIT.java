package io.github.swipestorm.client.engine.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.swipestorm.client.arrival.ArrivalProcess;
import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.arrival.Stage;
import io.github.swipestorm.client.arrival.UserSchedule;
import io.github.swipestorm.client.arrival.UserStage;
import io.github.swipestorm.client.clock.RunClock;
import io.github.swipestorm.client.distribution.Average;
import io.github.swipestorm.client.distribution.ModelSettings;
import io.github.swipestorm.client.engine.LoadChange;
import io.github.swipestorm.client.engine.LoadControl;
import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.RunSettings;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.SelfWarmUp;
import io.github.swipestorm.client.plan.Share;
import io.github.swipestorm.client.plan.WarmUp;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.Plans;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Loads that are changed while the run is in progress. */
class AdjustableLoadIT {

    private static final Act CREATED = Act.answer(201, "ok");
    /** So that a run at full speed leaves the machine to others. */
    private static final Act SLOWLY = client -> {
        Act.late(Duration.ofMillis(20)).on(client);
        CREATED.on(client);
    };

    /** How long a run lasts that is changed in its course, so that the change comes before its end on a busy machine, too. */
    private static final Duration LATE_ENOUGH = Duration.ofSeconds(5);

    private final ManualClock now = new ManualClock();
    private final RunClock clock = new RunClock(now);
    private final List<LoadPlan> seen = new ArrayList<>();

    private static LoadPlan.Builder plan() {
        return Plans.plan(Plans.NOWHERE).duration(Duration.ofSeconds(10));
    }

    private AdjustableLoad begin(LoadPlan plan) {
        clock.start(now.nanoTime(), 0);
        return new AdjustableLoad(plan, clock, (changed, change) -> seen.add(changed));
    }

    private static Rate rate(String text) {
        return Rate.parse(text);
    }

    private static Stage step(long millis, String rate) {
        return new Stage(Duration.ofMillis(millis), rate(rate), true);
    }

    private static UserStage users(long millis, int users) {
        return new UserStage(Duration.ofMillis(millis), users, true);
    }

    @Test
    void what_is_in_the_past_stays_and_the_plan_contains_the_change() {
        AdjustableLoad load = begin(plan().rate("10").build());
        now.advance(Duration.ofMillis(2_480));
        load.changeRate(rate("40"));
        now.advance(Duration.ofMillis(5_000));
        load.changeRate(rate("0"));

        assertThat(load.plan().openLoop().orElseThrow().stages())
                .containsExactly(step(2_500, "10"), step(5_000, "40"), step(2_500, "0"));
        assertThat(load.plan().requests()).isEqualTo(25 + 200);
        assertThat(load.due(24)).isEqualTo(2_400_000_000L);
        assertThat(load.due(26)).isEqualTo(2_525_000_000L);
        assertThat(load.due(225)).isEqualTo(DueTimes.NEVER);
        assertThat(load.countBefore(5_000_000_000L)).isEqualTo(125);
        assertThat(load.changes())
                .containsExactly(
                        new LoadChange(Duration.ofMillis(2_500), "40/s"),
                        new LoadChange(Duration.ofMillis(7_500), "0/s"));
        assertThat(seen).hasSize(2).last().isEqualTo(load.plan());
    }

    @Test
    void of_two_changes_at_one_instant_the_later_one_counts() {
        AdjustableLoad load = begin(plan().rate("10").build());
        load.changeRate(rate("40"));
        load.changeRate(rate("20"));

        assertThat(load.plan().openLoop().orElseThrow().stages()).containsExactly(step(20, "10"), step(9_980, "20"));
        assertThat(load.changes()).containsExactly(new LoadChange(Duration.ofMillis(20), "20/s"));
        assertThat(load.version()).isEqualTo(2);
    }

    @Test
    void the_users_of_a_closed_loop_may_become_as_many_as_it_has_workers() {
        AdjustableLoad load = begin(
                plan().threads(2).maxThreads(6).rampUp(Duration.ofSeconds(2)).build());
        now.advance(Duration.ofMillis(3_980));
        load.changeUsers(6);
        now.advance(Duration.ofMillis(1_000));
        load.changeUsers(0);

        assertThat(load.plan().users().orElseThrow().stages())
                .containsExactly(
                        new UserStage(Duration.ofSeconds(2), 2, false),
                        users(2_000, 2),
                        users(1_000, 6),
                        users(5_000, 0));
        assertThat(load.plan().threads()).isEqualTo(6);
        assertThat(load.plan().maxThreads()).isEmpty();
        assertThat(load.periods(1)).containsExactly(1_000_000_000L, 5_000_000_000L);
        assertThat(load.periods(5)).containsExactly(4_000_000_000L, 5_000_000_000L);
        assertThat(load.changes()).extracting(LoadChange::level).containsExactly("6u", "0u");
    }

    @Test
    void what_a_run_does_not_have_cannot_be_changed() {
        AdjustableLoad open = begin(plan().rate("10").build());
        AdjustableLoad closed = begin(plan().threads(4).build());

        assertThatIllegalArgumentException()
                .isThrownBy(() -> open.changeUsers(5))
                .withMessage("'5u' is a number of users, and this run has a rate: write it like 200/s");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> closed.changeRate(rate("10")))
                .withMessage(
                        "'10/s' is a rate, and this run has users, who send whenever they are free: write it like 50u");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> closed.changeUsers(5))
                .withMessage("This run has 4 workers and cannot have 5 users: begin one with as many " + Setting.THREADS
                        + ", or with " + Setting.MAX_THREADS);
        now.advance(Duration.ofMillis(9_980));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> open.changeRate(rate("10")))
                .withMessage("The run is about to end: it is too late to change its load");
        closed.close();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> closed.changeUsers(3))
                .withMessageContaining("too late");
        assertThat(seen).isEmpty();
    }

    @Test
    void only_a_run_that_time_ends_can_be_changed() {
        assertThat(LoadControl.suits(plan().rate("10").build())).isTrue();
        assertThat(LoadControl.suits(plan().rate("10").requests(50).build())).isTrue();
        assertThat(LoadControl.suits(plan().build())).isTrue();
        assertThat(LoadControl.suits(plan().requests(50).build())).isFalse();
        assertThat(LoadControl.suits(
                        Plans.plan(Plans.NOWHERE).rate("10").requests(50).build()))
                .isFalse();
        assertThat(LoadControl.suits(plan().openLoop(new OpenLoop(rate("10"), List.of(), ArrivalProcess.BURSTS))
                        .build()))
                .isFalse();
        assertThat(LoadControl.suits(plan().threads(2).build().forMachine(new Share(0, 2))))
                .isFalse();
    }

    @Test
    void a_rate_that_is_raised_reaches_workers_who_had_nothing_to_do() {
        EngineVariant.each(EngineVariant.withHttp2(), way -> {
            try (FaultServer server = way.answering(CREATED)) {
                // All but the first request are due after the end.
                LoadPlan plan = way.of(Plans.plan(server.target()))
                        .modelSettings(new ModelSettings(1, 2, 50))
                        .rate("2/h")
                        .threads(5)
                        .duration(LATE_ENOUGH)
                        .build();
                RunResult result = run(plan, control -> control.changeRate(rate("20")));

                assertThat(result.violations()).isEmpty();
                assertThat(result.planned()).isEqualTo(result.plan().requests()).isBetween(2L, 101L);
                assertThat(result.counts().ok())
                        .isEqualTo(result.planned() - result.dropped())
                        .isEqualTo(server.received())
                        .isGreaterThan(1);
                assertThat(result.changes()).hasSize(1);
            }
        });
    }

    /** Without being woken, those who wait would keep the run from its end for half an hour. */
    @Test
    void a_change_wakes_workers_who_wait_for_what_is_due_much_later() {
        EngineVariant.each(EngineVariant.withHttp2(), way -> {
            CompletableFuture<LoadControl> control = new CompletableFuture<>();
            try (FaultServer server = way.answering(client -> {
                control.thenAccept(load -> load.changeRate(rate("400")));
                CREATED.on(client);
            })) {
                LoadPlan plan = way.of(Plans.plan(server.target()))
                        .modelSettings(new ModelSettings(1, 2, 50))
                        .rate("2/h")
                        .threads(5)
                        .requests(20)
                        .duration(Duration.ofHours(9))
                        .build();
                RunResult result = run(plan, control::complete);

                assertThat(result.counts().ok()).isEqualTo(20);
                assertThat(result.violations()).isEmpty();
            }
        });
    }

    @Test
    void a_rate_that_is_lowered_reaches_workers_who_wait() {
        EngineVariant.each(EngineVariant.withHttp2(), way -> {
            try (FaultServer server = way.answering(CREATED)) {
                LoadPlan plan = way.of(Plans.plan(server.target()))
                        .modelSettings(new ModelSettings(1, 2, 50))
                        .rate("20/s")
                        .threads(5)
                        .duration(LATE_ENOUGH)
                        .build();
                RunResult result = run(plan, control -> control.changeRate(rate("0")));

                assertThat(result.violations()).isEmpty();
                assertThat(result.counts().ok())
                        .as("those that were due before the change")
                        .isEqualTo(result.plan().requests())
                        .isEqualTo(server.received())
                        .isLessThan(100);
            }
        });
    }

    @Test
    void users_that_are_added_send_and_those_that_are_taken_away_end() {
        EngineVariant.each(EngineVariant.withHttp2(), way -> {
            try (FaultServer server = way.answering(SLOWLY)) {
                LoadPlan plan = way.of(Plans.plan(server.target()))
                        .threads(3)
                        .maxThreads(6)
                        .duration(LATE_ENOUGH)
                        .build();
                RunResult result = run(plan, control -> control.changeUsers(6));

                assertThat(result.violations()).isEmpty();
                assertThat(result.counts().attempts()).isEqualTo(server.received());
                assertThat(result.plan().users().map(UserSchedule::most)).contains(6);
                assertThat(result.plan().threads()).isEqualTo(6);
                assertThat(result.workerTime().active())
                        .as("more than three workers can be")
                        .isGreaterThan(LATE_ENOUGH.multipliedBy(3));
            }
        });
    }

    @Test
    void further_users_have_no_part_in_a_warm_up_nor_in_a_run_that_cannot_be_changed() {
        EngineVariant.each(EngineVariant.averageWithHttp2(), way -> {
            try (FaultServer server = way.answering(CREATED)) {
                LoadPlan plan = way.of(Plans.plan(server.target()))
                        .threads(1)
                        .maxThreads(4)
                        .warmUp(new WarmUp(0, Optional.of(Duration.ofMillis(200)), SelfWarmUp.NONE))
                        .duration(Duration.ofMillis(300))
                        .build();
                assertThat(plan.forWarmUp().workers()).isEqualTo(1);
                RunResult changeable = run(plan, control -> {});
                RunResult fixed = new LocalRunner().run(plan, new StopSignal(), RunObserver.NONE);

                for (RunResult result : List.of(changeable, fixed)) {
                    assertThat(result.plan().workers()).isEqualTo(1);
                    assertThat(result.violations()).isEmpty();
                    assertThat(result.warmUp().orElseThrow().counts().attempts())
                            .isPositive();
                    // One request at a time, and the last one may end later.
                    assertThat(result.workerTime().cycles())
                            .isLessThanOrEqualTo(result.wallTime().plusMillis(1));
                }
            }
        });
    }

    @Test
    void an_open_loop_that_may_grow_ends_when_everything_due_was_sent() {
        EngineVariant.each(EngineVariant.withHttp2(), way -> {
            if (way.model() instanceof Average) {
                return;
            }
            try (FaultServer server = way.answering(CREATED)) {
                LoadPlan plan = way.of(Plans.plan(server.target()))
                        .modelSettings(new ModelSettings(1, 2, 50))
                        .rate("10")
                        .threads(2)
                        .maxThreads(5)
                        .duration(LATE_ENOUGH)
                        .build();
                RunResult result = run(plan, control -> control.changeRate(rate("20")));

                assertThat(result.violations()).isEmpty();
                assertThat(result.counts().ok())
                        .isEqualTo(result.plan().requests() - result.dropped())
                        .isEqualTo(server.received());
                assertThat(result.plan().maxThreads()).hasValue(5);
            }
        });
    }

    @Test
    void without_the_setting_nobody_can_change_anything() throws InterruptedException {
        List<LoadControl> given = new ArrayList<>();
        try (FaultServer server = FaultServer.answering(CREATED)) {
            LoadPlan plan =
                    Plans.plan(server.target()).duration(Duration.ofMillis(100)).build();
            new LocalRunner().run(plan, new StopSignal(), observer(given::add));
            assertThat(given).isEmpty();
            new LocalRunner()
                    .with(RunSettings.DEFAULT.adjustable(true))
                    .run(plan, new StopSignal(), observer(given::add));
            assertThat(given).hasSize(1);
        }
    }

    private static RunResult run(LoadPlan plan, Consumer<LoadControl> change) throws InterruptedException {
        return new LocalRunner()
                .with(RunSettings.DEFAULT.adjustable(true))
                .run(plan, new StopSignal(), observer(change));
    }

    private static RunObserver observer(Consumer<LoadControl> change) {
        return new RunObserver() {
            @Override
            public void started(LoadPlan plan, Supplier<Counts> counts) {}

            @Override
            public void adjustable(LoadControl control) {
                change.accept(control);
            }
        };
    }
}
