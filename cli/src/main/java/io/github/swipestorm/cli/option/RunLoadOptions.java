package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.plan.LoadPlan;
import java.util.List;
import java.util.OptionalDouble;
import picocli.CommandLine.Mixin;

/** All options for the load of a single run. */
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

    /** The precision that ends the run; empty for none. */
    public OptionalDouble precision() {
        return endOptions.precision == null ? OptionalDouble.empty() : OptionalDouble.of(endOptions.precision);
    }

    /**
     * The plan that the options describe.
     *
     * @throws IllegalArgumentException with a user-facing message when they are invalid
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
