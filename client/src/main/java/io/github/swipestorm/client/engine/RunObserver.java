package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.record.Measurements;
import io.github.swipestorm.client.telemetry.Telemetry;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Watches a run while it goes on. */
@FunctionalInterface
public interface RunObserver {

    /** Looks away. */
    RunObserver NONE = (plan, counts) -> {};

    /** The runner begins with something that comes before the clock starts. */
    default void stage(RunStage stage) {}

    /**
     * Workers start and open connections, which takes a while when there are many.
     *
     * @param established how many connections there are, whenever it is asked, to any thread
     * @param workers of the plan, each of which needs one
     */
    default void connecting(LongSupplier established, int workers) {}

    /**
     * Before the clock starts.
     *
     * @param soFar gives a copy of what has been recorded whenever it is asked, to any thread; empty when recording has
     *     ended. It costs the run some 2 MB of copying, so nobody should ask more than once in a while.
     * @param telemetry gives what has been seen of client, server and machine likewise
     */
    default void recording(Supplier<Optional<Measurements>> soFar, Supplier<Telemetry> telemetry) {}

    /**
     * Workers are ready and the clock has started.
     *
     * @param counts gives the counts so far whenever it is asked, to any thread
     */
    void started(LoadPlan plan, Supplier<Counts> counts);

    /**
     * The measured run has ended, and a phase of the probe begins.
     *
     * @param threads its workers
     */
    default void probing(int threads) {}

    /** This observer and another one. */
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
            public void probing(int threads) {
                first.probing(threads);
                other.probing(threads);
            }
        };
    }
}
