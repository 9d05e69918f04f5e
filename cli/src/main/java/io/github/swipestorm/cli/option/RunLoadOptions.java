package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.plan.LoadPlan;
import java.util.List;
import java.util.OptionalDouble;
import picocli.CommandLine.Mixin;

/** All options that say what load a single run makes. */
public final class RunLoadOptions {

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

    /** The precision that ends the run; empty when none was asked for. */
    public OptionalDouble precision() {
        return endOptions.precision == null ? OptionalDouble.empty() : OptionalDouble.of(endOptions.precision);
    }

    /**
     * The plan that the options describe.
     *
     * @throws IllegalArgumentException with a message fit for a person when they describe none
     */
    public LoadPlan plan(Target target) {
        if (endOptions.precision != null
                && arrivalOptions.openLoop().flatMap(OpenLoop::duration).isPresent()) {
            throw new IllegalArgumentException(
                    "--precision would end the run in the midst of its --stages: leave one of them out");
        }
        planOptions.requireUsed(List.of(modelOption.model));
        return planOptions.plan(new PlanCore(
                target,
                threadsOption.threads,
                modelOption.model,
                transportOption.transport,
                arrivalOptions.openLoop(),
                endOptions.end()));
    }
}
