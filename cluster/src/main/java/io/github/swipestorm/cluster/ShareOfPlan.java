package io.github.swipestorm.cluster;

import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.PortablePlan;
import io.github.swipestorm.client.plan.Share;
import java.time.Duration;
import java.util.Optional;

/**
 * A share of a plan on its way to an agent.
 *
 * @param portable the whole plan, with its secrets and the content of its files
 * @param selfWarmUpMillis the longest self warm-up; 0 for as long as it takes
 */
record ShareOfPlan(byte[] portable, int machine, int machines, long selfWarmUpMillis) {

    static ShareOfPlan of(PortablePlan whole, Share share, Optional<Duration> selfWarmUpLimit) {
        return new ShareOfPlan(
                whole.toBytes(),
                share.machine(),
                share.machines(),
                selfWarmUpLimit.map(Duration::toMillis).orElse(0L));
    }

    /** @throws IllegalArgumentException when it cannot be executed */
    LoadPlan toPlan() {
        return PortablePlan.ofBytes(portable).plan().forMachine(new Share(machine, machines));
    }

    Optional<Duration> selfWarmUpLimit() {
        return selfWarmUpMillis == 0 ? Optional.empty() : Optional.of(Duration.ofMillis(selfWarmUpMillis));
    }
}
