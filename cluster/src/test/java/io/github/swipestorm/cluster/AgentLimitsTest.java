package io.github.swipestorm.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.arrival.ArrivalProcess;
import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.Share;
import io.github.swipestorm.client.workload.swipes.RandomSwipes;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AgentLimitsTest {

    private static final LoadPlan.Builder PLAN = LoadPlan.builder(Target.parse("http://10.0.0.9:8080"))
            .workload(new RandomSwipes())
            .threads(4)
            .duration(Duration.ofSeconds(1));

    private static LoadPlan half(String rate) {
        return PLAN.openLoop(new OpenLoop(Rate.parse(rate), List.of(), ArrivalProcess.CONSTANT))
                .build()
                .forMachine(new Share(0, 2));
    }

    @Test
    void load_goes_to_allowed_targets_only() {
        assertThat(new Agent.Limits(List.of("10.0.0.9:8080"), Optional.empty()).refusal(PLAN.build()))
                .isEmpty();
        assertThat(new Agent.Limits(List.of("10.0.0.9:80", "10.0.0.8:8080"), Optional.empty()).refusal(PLAN.build()))
                .contains("it sends load to 10.0.0.9:80 and 10.0.0.8:8080 only, not to 10.0.0.9:8080");
        assertThat(Agent.Limits.NONE.refusal(PLAN.build())).isEmpty();
    }

    @Test
    void the_rate_of_a_share_is_limited_and_a_plan_without_a_rate_has_no_limit_to_keep() {
        Agent.Limits limits = new Agent.Limits(List.of(), Optional.of(Rate.parse("100/s")));

        assertThat(limits.refusal(PLAN.build()))
                .hasValueSatisfying(why -> assertThat(why).endsWith("the plan has no rate"));
        assertThat(limits.refusal(half("200/s"))).isEmpty();
        assertThat(limits.refusal(half("201/s")))
                .hasValueSatisfying(why -> assertThat(why).endsWith("its share of the plan's rate is higher"));
    }
}
