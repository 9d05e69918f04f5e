package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.record.Measurements;
import io.github.swipestorm.client.telemetry.Telemetry;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Observes a run in progress. */
@FunctionalInterface
public interface RunObserver {

    /** An observer that does nothing. */
    RunObserver NONE = (plan, counts) -> {};

    /** The runner begins a stage before the clock starts. */
    default void stage(RunStage stage) {}

    /**
     * Workers start and open connections, which takes a while when there are many.
     *
     * @param established supplies the current number of connections; thread-safe
     * @param workers of the plan, each of which needs one
     */
    default void connecting(LongSupplier established, int workers) {}

    /**
     * Recording begins, before the clock starts.
     *
     * @param soFar supplies a copy of what has been recorded; thread-safe; empty after recording has ended. Each call
     *     copies some 2 MB during the run, so call it rarely.
     * @param telemetry supplies the samples so far of client, server and machine; thread-safe
     */
    default void recording(Supplier<Optional<Measurements>> soFar, Supplier<Telemetry> telemetry) {}

    /**
     * Workers are ready and the clock has started.
     *
     * @param counts supplies the counts so far; thread-safe
     */
    void started(LoadPlan plan, Supplier<Counts> counts);

    /**
     * The load of the run may be changed from now on; called after {@link #started}, and only with {@link RunSettings#adjustable}.
     *
     * @param control accepts changes until the run ends
     */
    default void adjustable(LoadControl control) {}

    /**
     * The load was changed; called on the thread that changed it.
     *
     * @param plan as it is executed from now on
     */
    default void changed(LoadPlan plan, LoadChange change) {}

    /**
     * The measured run has ended, and a phase of the probe begins.
     *
     * @param threads its workers
     */
    default void probing(int threads) {}

    /** The run and its probe have ended. Not called when no result came out. */
    default void ended(RunResult result) {}

    /** This observer followed by another one. */
    default RunObserver and(RunObserver other) {
        RunObserver first = this;
        return new RunObserver() {
            @Override
            public void stage(RunStage stage) {
                first.stage(stage);
                other.stage(stage);
            }

            @Override
            public void connecting(LongSupplier established, int workers) {
                first.connecting(established, workers);
                other.connecting(established, workers);
            }

            @Override
            public void recording(Supplier<Optional<Measurements>> soFar, Supplier<Telemetry> telemetry) {
                first.recording(soFar, telemetry);
                other.recording(soFar, telemetry);
            }

            @Override
            public void started(LoadPlan plan, Supplier<Counts> counts) {
                first.started(plan, counts);
                other.started(plan, counts);
            }

            @Override
            public void adjustable(LoadControl control) {
                first.adjustable(control);
                other.adjustable(control);
            }

            @Override
            public void changed(LoadPlan plan, LoadChange change) {
                first.changed(plan, change);
                other.changed(plan, change);
            }

            @Override
            public void probing(int threads) {
                first.probing(threads);
                other.probing(threads);
            }

            @Override
            public void ended(RunResult result) {
                first.ended(result);
                other.ended(result);
            }
        };
    }
}
