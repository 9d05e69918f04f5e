package io.github.swipestorm.client.engine.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.arrival.UserSchedule;
import io.github.swipestorm.client.distribution.Average;
import io.github.swipestorm.client.distribution.ModelSettings;
import io.github.swipestorm.client.engine.LoadControl;
import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.RunSettings;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.SelfWarmUp;
import io.github.swipestorm.client.plan.WarmUp;
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

    /** How long a run lasts whose load changes while it runs, so that the change comes before its end on a busy machine, too. */
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(5);

    private static Rate rate(String text) {
        return Rate.parse(text);
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
                        .duration(LONG_ENOUGH)
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
                        .duration(LONG_ENOUGH)
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
                        .duration(LONG_ENOUGH)
                        .build();
                RunResult result = run(plan, control -> control.changeUsers(6));

                assertThat(result.violations()).isEmpty();
                assertThat(result.counts().attempts()).isEqualTo(server.received());
                assertThat(result.plan().users().map(UserSchedule::most)).contains(6);
                assertThat(result.plan().threads()).isEqualTo(6);
                assertThat(result.workerTime().active())
                        .as("more than three workers can be")
                        .isGreaterThan(LONG_ENOUGH.multipliedBy(3));
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
                        .warmUp(new WarmUp(20, Optional.empty(), SelfWarmUp.NONE))
                        .duration(Duration.ofMillis(300))
                        .build();
                assertThat(plan.forWarmUp().workers()).isEqualTo(1);
                RunResult changeable = run(plan, control -> {});
                RunResult fixed = new LocalRunner().run(plan, new StopSignal(), RunObserver.NONE);

                for (RunResult result : List.of(changeable, fixed)) {
                    assertThat(result.plan().workers()).isEqualTo(1);
                    assertThat(result.violations()).isEmpty();
                    assertThat(result.warmUp().orElseThrow().counts().attempts())
                            .isEqualTo(20);
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
                        .duration(LONG_ENOUGH)
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
