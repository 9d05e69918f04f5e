package io.github.swipestorm.cluster;

import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.Share;
import java.time.Duration;
import java.util.Optional;

/**
 * A share of a plan on its way to an agent.
 *
 * @param plan the whole one
 * @param selfWarmUpMillis the longest self warm-up; 0 for as long as it takes
 */
record ShareOfPlan(String plan, int machine, int machines, long selfWarmUpMillis) {

    static ShareOfPlan of(LoadPlan whole, Share share, Optional<Duration> selfWarmUpLimit) {
        return new ShareOfPlan(
                whole.toJson(),
                share.machine(),
                share.machines(),
                selfWarmUpLimit.map(Duration::toMillis).orElse(0L));
    }

    /** @throws IllegalArgumentException when it cannot be executed */
    LoadPlan plan() {
        return LoadPlan.fromJson(plan).forMachine(new Share(machine, machines));
    }

    Optional<Duration> selfWarmUpLimit() {
        return selfWarmUpMillis == 0 ? Optional.empty() : Optional.of(Duration.ofMillis(selfWarmUpMillis));
    }
}
