package io.github.swipestorm.client.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.engine.LoadPlan;
import io.github.swipestorm.client.engine.SelfWarmUp;
import io.github.swipestorm.client.engine.WarmUp;
import io.github.swipestorm.client.model.Models;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.transport.Transports;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class WarmthTest {

    private static final WarmUp WARM_UP = new WarmUp(7, Optional.empty(), SelfWarmUp.STUB);

    private static LoadPlan plan(Models model, Transports transport, int threads) {
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
        Warmth warmth = new Warmth();
        LoadPlan average = plan(Models.AVERAGE, Transports.CLASSIC, 1);
        LoadPlan moreThreads = plan(Models.AVERAGE, Transports.CLASSIC, 50);
        LoadPlan nio = plan(Models.AVERAGE, Transports.NIO, 1);

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
        List<Setting> settings = List.of(
                new Setting("a", "s", plan(Models.AVERAGE, Transports.CLASSIC, 5)),
                new Setting("b", "s", plan(Models.AVERAGE, Transports.CLASSIC, 50)),
                new Setting("c", "s", plan(Models.AVERAGE, Transports.NIO, 3)));

        List<LoadPlan> plans = Warmth.settling(settings, Duration.ofSeconds(4));

        assertThat(plans).extracting(LoadPlan::threads).containsExactly(50, 3);
        assertThat(plans).allSatisfy(plan -> {
            assertThat(plan.stop().duration()).contains(Duration.ofSeconds(4));
            assertThat(plan.stop().bounded()).isFalse();
            assertThat(plan.warmUp().requests()).isZero();
        });
        assertThat(Warmth.settling(settings, Duration.ZERO)).isEmpty();
    }
}
