package io.github.swipestorm.client.verdict;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.testing.Plans;
import org.junit.jupiter.api.Test;

class ClientCapacityTest {

    private static final ClientCapacity CLASSIC =
            new ClientCapacity("classic", "platform", 0, 200, 40_000, 20, 5, true, "x");

    @Test
    void what_was_measured_in_clear_text_says_nothing_of_tls() {
        assertThat(CLASSIC.fits(plan("http://localhost:1").build())).isTrue();
        assertThat(CLASSIC.fits(plan("https://localhost:1").build())).isFalse();
    }

    private static LoadPlan.Builder plan(String url) {
        return Plans.plan(Target.parse(url)).requests(1);
    }
}
