package io.github.swipestorm.client.experiment;

import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.distribution.WorkItems;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.SelfWarmUp;
import io.github.swipestorm.client.plan.StopRule;
import io.github.swipestorm.client.plan.WarmUp;
import io.github.swipestorm.client.plan.WorkerThreads;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.workload.Workload;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Knows which of the client's ways of sending are warm. What one run has had compiled the next one finds compiled, as all
 * are made by one JVM; so the client's own warm-up is needed once for each way of sending, and not before every run. Used by
 * one thread.
 */
public final class WarmUpTracker {

    /** What code a run needs: two runs that agree in this need the same. */
    private record Way(
            TransportChoice transport, SendingModel model, boolean open, WorkerThreads on, Workload workload) {

        static Way of(LoadPlan plan) {
            return new Way(
                    plan.transport(), plan.model(), plan.openLoop().isPresent(), plan.workerThreads(), plan.workload());
        }
    }

    private record Road(Target target, Way way) {}

    private final Set<Way> warm = new HashSet<>();

    /** The same plan, without the client's own warm-up if a plan of its kind was asked about before. */
    public LoadPlan once(LoadPlan plan) {
        return warm.add(Way.of(plan))
                ? plan
                : plan.toBuilder().selfWarmUp(SelfWarmUp.NONE).build();
    }

    /**
     * Plans that warm up every server, and every way of sending towards it, with the most workers that a setting has.
     * All are made before the first run that counts: code that is met for the first time makes the JVM throw compiled code
     * away, and a comparison would pay for that in one of its things only.
     *
     * @param time how long each lasts; with zero there are none
     */
    public static List<LoadPlan> settling(Collection<Variant> settings, Duration time) {
        if (time.isZero()) {
            return List.of();
        }
        Map<Road, LoadPlan> plans = new LinkedHashMap<>();
        for (Variant setting : settings) {
            LoadPlan plan = setting.plan().toBuilder()
                    .stop(new StopRule(WorkItems.UNBOUNDED, Optional.of(time)))
                    .warmUp(new WarmUp(
                            0, Optional.empty(), setting.plan().warmUp().self()))
                    .build();
            plans.merge(
                    new Road(plan.target(), Way.of(plan)),
                    plan,
                    (one, other) -> other.threads() > one.threads() ? other : one);
        }
        return List.copyOf(plans.values());
    }
}
