package io.github.swipestorm.client.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.distribution.Average;
import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.SelfWarmUp;
import io.github.swipestorm.client.plan.WarmUp;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.transport.Classic;
import io.github.swipestorm.client.transport.Nio;
import io.github.swipestorm.client.transport.TransportType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class WarmUpTrackerTest {

    private static final WarmUp WARM_UP = new WarmUp(7, Optional.empty(), SelfWarmUp.STUB);

    private static LoadPlan plan(SendingModel model, TransportType transport, int threads) {
        return Plans.plan(Plans.NOWHERE)
                .model(model)
                .transport(transport)
                .threads(threads)
                .warmUp(WARM_UP)
                .requests(10)
                .build();
    }

    private static Variant on(int agents, LoadPlan plan) {
        return new Variant("v", "s", plan, OptionalInt.of(agents));
    }

    private static LoadPlan once(WarmUpTracker warmth, LoadPlan plan) {
        return warmth.once(new Variant("v", "s", plan));
    }

    @Test
    void each_way_of_sending_warms_the_client_up_once() {
        WarmUpTracker warmth = new WarmUpTracker();
        LoadPlan average = plan(new Average(), new Classic(), 1);
        LoadPlan moreThreads = plan(new Average(), new Classic(), 50);
        LoadPlan nio = plan(new Average(), new Nio(), 1);

        assertThat(once(warmth, average)).isEqualTo(average);
        assertThat(once(warmth, moreThreads).warmUp().self()).isEqualTo(SelfWarmUp.NONE);
        assertThat(once(warmth, moreThreads).warmUp().requests())
                .as("the target's own warm-up stays")
                .isEqualTo(7);
        assertThat(once(warmth, nio)).isEqualTo(nio);
        assertThat(once(warmth, nio).warmUp().self()).isEqualTo(SelfWarmUp.NONE);
        assertThat(once(
                                warmth,
                                average.withOpenLoop(Plans.plan(Plans.NOWHERE)
                                        .rate("5")
                                        .requests(1)
                                        .build()
                                        .openLoop()
                                        .orElseThrow()))
                        .warmUp()
                        .self())
                .as("an open loop takes other code")
                .isEqualTo(SelfWarmUp.STUB);
    }

    @Test
    void every_way_to_every_server_is_settled_once_with_its_most_workers() {
        List<Variant> variants = List.of(
                new Variant("a", "s", plan(new Average(), new Classic(), 5)),
                new Variant("b", "s", plan(new Average(), new Classic(), 50)),
                new Variant("c", "s", plan(new Average(), new Nio(), 3)));

        List<LoadPlan> plans = WarmUpTracker.settling(variants, Duration.ofSeconds(4)).stream()
                .map(Variant::plan)
                .toList();

        assertThat(plans).extracting(LoadPlan::threads).containsExactly(50, 3);
        assertThat(plans).allSatisfy(plan -> {
            assertThat(plan.stop().duration()).contains(Duration.ofSeconds(4));
            assertThat(plan.stop().bounded()).isFalse();
            assertThat(plan.warmUp().requests()).isZero();
        });
        assertThat(WarmUpTracker.settling(variants, Duration.ZERO)).isEmpty();
    }

    @Test
    void agents_that_had_no_run_yet_are_cold() {
        WarmUpTracker warmth = new WarmUpTracker();
        LoadPlan plan = plan(new Average(), new Classic(), 9);

        assertThat(warmth.once(on(2, plan))).isEqualTo(plan);
        assertThat(warmth.once(on(1, plan)).warmUp().self()).isEqualTo(SelfWarmUp.NONE);
        assertThat(warmth.once(on(3, plan))).as("a third agent").isEqualTo(plan);
        assertThat(warmth.once(on(3, plan)).warmUp().self()).isEqualTo(SelfWarmUp.NONE);
        assertThat(WarmUpTracker.settling(List.of(on(1, plan), on(3, plan), on(2, plan)), Duration.ofSeconds(1)))
                .extracting(Variant::agents)
                .as("all agents are settled, at once")
                .containsExactly(OptionalInt.of(3));
    }
}
