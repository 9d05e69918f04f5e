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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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

    private record WarmUpKey(Target target, CodePath path) {}

    /** On how many agents each is warm; 1 stands for this machine. */
    private final Map<CodePath, Integer> warm = new HashMap<>();

    /** The variant's plan, without the self warm-up if one of its kind was returned before for as many agents. */
    public LoadPlan once(Variant variant) {
        LoadPlan plan = variant.plan();
        int agents = variant.agents().orElse(1);
        Integer before = warm.get(CodePath.of(plan));
        warm.merge(CodePath.of(plan), agents, Math::max);
        return before == null || before < agents
                ? plan
                : plan.toBuilder().selfWarmUp(SelfWarmUp.NONE).build();
    }

    /**
     * Variants that warm up every server, and every sender variant towards it, with the most workers and agents of any
     * variant. All run before the first run that counts: new code makes the JVM deoptimize compiled code, and in a
     * comparison only one variant would pay for that.
     *
     * @param time how long each lasts; zero for none
     */
    public static List<Variant> settling(Collection<Variant> variants, Duration time) {
        if (time.isZero()) {
            return List.of();
        }
        Map<WarmUpKey, Variant> settling = new LinkedHashMap<>();
        for (Variant variant : variants) {
            LoadPlan plan = variant.plan().toBuilder()
                    .stop(new StopRule(WorkItems.UNBOUNDED, Optional.of(time)))
                    .warmUp(new WarmUp(
                            0, Optional.empty(), variant.plan().warmUp().self()))
                    .build();
            settling.merge(
                    new WarmUpKey(plan.target(), CodePath.of(plan)),
                    new Variant(variant.name(), variant.server(), plan, variant.agents()),
                    WarmUpTracker::larger);
        }
        return List.copyOf(settling.values());
    }

    private static Variant larger(Variant one, Variant other) {
        return new Variant(
                one.name(),
                one.server(),
                other.plan().threads() > one.plan().threads() ? other.plan() : one.plan(),
                other.agents().orElse(1) > one.agents().orElse(1) ? other.agents() : one.agents());
    }
}
