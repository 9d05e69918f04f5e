package io.github.swipestorm.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.plan.LoadPlan;
import org.junit.jupiter.api.Test;

class AgentWarmUpTest {

    @Test
    void an_agent_warms_up_for_a_run_by_each_transport() throws InterruptedException {
        StopSignal stop = new StopSignal();
        stop.stop(StopReason.INTERRUPTED);

        assertThat(Agent.typicalPlans())
                .extracting(plan -> plan.transport().kind().name())
                .containsExactly("nio", "classic");
        for (LoadPlan plan : Agent.typicalPlans()) {
            new LocalRunner().warmUp(plan, stop);
        }
    }
}
