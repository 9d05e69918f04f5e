package io.github.swipestorm.client.testing;

import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.WarmUp;
import io.github.swipestorm.client.transport.Timeouts;
import io.github.swipestorm.client.workload.swipes.RandomSwipes;
import java.time.Duration;

/** The plans that tests begin with. */
public final class Plans {

    /** For tests in which nothing is ever sent over a network. */
    public static final Target NOWHERE = new Target("http", "nowhere.invalid", 80, "");

    private Plans() {}

    /** A plan without any warm-up, with the reference study's retries and with time-outs that only a broken test reaches. */
    public static LoadPlan.Builder plan(Target target) {
        return LoadPlan.builder(target)
                .workload(new RandomSwipes())
                .warmUp(WarmUp.NONE)
                .retries(5)
                .timeouts(new Timeouts(Duration.ofSeconds(30), Duration.ofSeconds(60), Duration.ofSeconds(120)));
    }
}
