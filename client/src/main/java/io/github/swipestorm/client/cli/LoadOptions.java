package io.github.swipestorm.client.cli;

import io.github.swipestorm.client.engine.LoadPlan;
import io.github.swipestorm.client.engine.PrecisionStop;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.model.OpenLoop;
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

    /** Whether the run ends at a precision. */
    boolean precise() {
        return endOptions.precision != null;
    }

    /**
     * Ends the run at the precision that was asked for.
     *
     * @return an observer that does nothing when none was
     */
    RunObserver precision(StopSignal stop) {
        return endOptions.precision == null ? RunObserver.NONE : new PrecisionStop(endOptions.precision, stop);
    }

    /**
     * The plan that the options describe.
     *
     * @throws IllegalArgumentException with a message fit for a person when they describe none
     */
    LoadPlan plan(Target target) {
        if (endOptions.precision != null
                && arrivalOptions.openLoop().flatMap(OpenLoop::duration).isPresent()) {
            throw new IllegalArgumentException(
                    "--precision would end the run in the midst of its --stages: leave one of them out");
        }
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
