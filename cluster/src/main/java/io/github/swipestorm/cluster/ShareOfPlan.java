package io.github.swipestorm.cluster;

import io.github.swipestorm.client.engine.RunSettings;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.MachineShare;
import io.github.swipestorm.client.plan.PortablePlan;
import io.github.swipestorm.client.record.RecordsPolicy;
import java.time.Duration;
import java.util.Optional;

/**
 * A share of a plan on its way to an agent.
 *
 * @param portable the whole plan, with its secrets and the content of its files
 * @param selfWarmUpMillis the longest self warm-up; 0 for as long as it takes
 * @param records the policy by which a row is kept for each attempt; empty for no rows
 * @param leaveRecords whether the rows stay on the agent, instead of being fetched by the coordinator
 */
record ShareOfPlan(
        byte[] portable, int machine, int machines, long selfWarmUpMillis, String records, boolean leaveRecords) {

    static ShareOfPlan of(PortablePlan whole, MachineShare share, RunSettings settings, boolean leaveRecords) {
        return new ShareOfPlan(
                whole.toBytes(),
                share.machine(),
                share.machines(),
                settings.selfWarmUpLimit().map(Duration::toMillis).orElse(0L),
                settings.recording()
                        .directory()
                        .flatMap(directory -> settings.recording().recordsName())
                        .map(name -> settings.recording().policy().name())
                        .orElse(""),
                leaveRecords);
    }

    /** @throws IllegalArgumentException when it cannot be executed */
    LoadPlan toPlan() {
        return PortablePlan.ofBytes(portable).plan().forMachine(new MachineShare(machine, machines));
    }

    Optional<RecordsPolicy> recordsPolicy() {
        return records.isEmpty() ? Optional.empty() : Optional.of(RecordsPolicy.valueOf(records));
    }

    Optional<Duration> selfWarmUpLimit() {
        return selfWarmUpMillis == 0 ? Optional.empty() : Optional.of(Duration.ofMillis(selfWarmUpMillis));
    }
}
