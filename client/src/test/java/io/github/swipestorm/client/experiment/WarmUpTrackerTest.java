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

    @Test
    void each_way_of_sending_warms_the_client_up_once() {
        WarmUpTracker warmth = new WarmUpTracker();
        LoadPlan average = plan(new Average(), new Classic(), 1);
        LoadPlan moreThreads = plan(new Average(), new Classic(), 50);
        LoadPlan nio = plan(new Average(), new Nio(), 1);

        assertThat(warmth.once(average)).isEqualTo(average);
        assertThat(warmth.once(moreThreads).warmUp().self()).isEqualTo(SelfWarmUp.NONE);
        assertThat(warmth.once(moreThreads).warmUp().requests())
                .as("the target's own warm-up stays")
                .isEqualTo(7);
        assertThat(warmth.once(nio)).isEqualTo(nio);
        assertThat(warmth.once(nio).warmUp().self()).isEqualTo(SelfWarmUp.NONE);
        assertThat(warmth.once(average.withOpenLoop(Plans.plan(Plans.NOWHERE)
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
        List<Variant> settings = List.of(
                new Variant("a", "s", plan(new Average(), new Classic(), 5)),
                new Variant("b", "s", plan(new Average(), new Classic(), 50)),
                new Variant("c", "s", plan(new Average(), new Nio(), 3)));

        List<LoadPlan> plans = WarmUpTracker.settling(settings, Duration.ofSeconds(4));

        assertThat(plans).extracting(LoadPlan::threads).containsExactly(50, 3);
        assertThat(plans).allSatisfy(plan -> {
            assertThat(plan.stop().duration()).contains(Duration.ofSeconds(4));
            assertThat(plan.stop().bounded()).isFalse();
            assertThat(plan.warmUp().requests()).isZero();
        });
        assertThat(WarmUpTracker.settling(settings, Duration.ZERO)).isEmpty();
    }
}
