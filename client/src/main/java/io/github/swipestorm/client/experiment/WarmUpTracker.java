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
 * Tracks which of the client's sender variants are warm. Code that was compiled for one run is compiled for the next,
 * as one JVM makes them all; so the self warm-up is needed once for each sender variant, and not before every run. Not
 * thread-safe.
 */
public final class WarmUpTracker {

    /** The code that a run needs: two runs with equal values need the same. */
    private record CodePath(
            TransportChoice transport, SendingModel model, boolean open, WorkerThreads on, Workload workload) {

        static CodePath of(LoadPlan plan) {
            return new CodePath(
                    plan.transport(), plan.model(), plan.openLoop().isPresent(), plan.workerThreads(), plan.workload());
        }
    }

    private record WarmUpKey(Target target, CodePath way) {}

    private final Set<CodePath> warm = new HashSet<>();

    /** The same plan, without the self warm-up if it was returned for a plan of its kind before. */
    public LoadPlan once(LoadPlan plan) {
        return warm.add(CodePath.of(plan))
                ? plan
                : plan.toBuilder().selfWarmUp(SelfWarmUp.NONE).build();
    }

    /**
     * Plans that warm up every server, and every sender variant towards it, with the most workers of any variant. All
     * run before the first run that counts: new code makes the JVM deoptimize compiled code, and in a comparison only
     * one variant would pay for that.
     *
     * @param time how long each lasts; zero for no plans
     */
    public static List<LoadPlan> settling(Collection<Variant> settings, Duration time) {
        if (time.isZero()) {
            return List.of();
        }
        Map<WarmUpKey, LoadPlan> plans = new LinkedHashMap<>();
        for (Variant setting : settings) {
            LoadPlan plan = setting.plan().toBuilder()
                    .stop(new StopRule(WorkItems.UNBOUNDED, Optional.of(time)))
                    .warmUp(new WarmUp(
                            0, Optional.empty(), setting.plan().warmUp().self()))
                    .build();
            plans.merge(
                    new WarmUpKey(plan.target(), CodePath.of(plan)),
                    plan,
                    (one, other) -> other.threads() > one.threads() ? other : one);
        }
        return List.copyOf(plans.values());
    }
}
