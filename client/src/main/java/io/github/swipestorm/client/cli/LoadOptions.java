package io.github.swipestorm.client.cli;

import io.github.swipestorm.client.engine.LoadPlan;
import io.github.swipestorm.client.http.Target;
import java.util.List;
import picocli.CommandLine.Mixin;

/** All options that say what load a single run makes. */
final class LoadOptions {

    @Mixin
    private ArrivalOptions arrivalOptions;

    @Mixin
    private TransportOption transportOption;

    @Mixin
    private ThreadsOption threadsOption;

    @Mixin
    private EndOptions endOptions;

    @Mixin
    private ModelOption modelOption;

    @Mixin
    private PlanOptions planOptions;

    /**
     * The plan that the options describe.
     *
     * @throws IllegalArgumentException with a message fit for a person when they describe none
     */
    LoadPlan plan(Target target) {
        planOptions.requireUsed(List.of(modelOption.model));
        return planOptions.plan(new Essentials(
                target,
                threadsOption.threads,
                modelOption.model,
                transportOption.transport,
                arrivalOptions.openLoop(),
                endOptions.end()));
    }
}
