package io.github.swipestorm.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AgentWarmUpTest {

    @Test
    void an_agent_warms_up_for_a_run_by_each_transport() {
        assertThat(Agent.typicalPlans())
                .extracting(plan -> plan.transport().kind().name())
                .containsExactly("nio", "classic");
    }
}
