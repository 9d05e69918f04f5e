package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.plan.LoadPlan;
import java.util.function.Supplier;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.FlightRecorder;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Writes the stages of a run into a flight recording, if the JVM makes one. */
final class StageEvents implements RunObserver, AutoCloseable {

    /** The name of the stage in which everything is counted. */
    static final String MEASURED = "measured run";

    /** What the run did for a time. */
    @Name("swipestorm.Stage")
    @Label("Stage")
    @Category("Swipestorm")
    @Description("A stage of a run: warm-ups, connecting, the measured run, phases of a probe")
    @StackTrace(false)
    private static final class Stage extends Event {
        @Label("Stage")
        private String stage;

        @Label("Workers")
        private int workers;
    }

    private Stage current;

    @Override
    public void stage(RunStage stage) {
        begin(stage.toString(), 0);
    }

    @Override
    public void started(LoadPlan plan, Supplier<Counts> counts) {
        begin(MEASURED, plan.workers());
    }

    @Override
    public void probing(int threads) {
        begin("probe", threads);
    }

    private synchronized void begin(String stage, int workers) {
        close();
        // Without a recording, none of JFR's classes is loaded but this one.
        if (FlightRecorder.isInitialized()) {
            current = new Stage();
            current.stage = stage;
            current.workers = workers;
            current.begin();
        }
    }

    /** The current stage has ended. */
    @Override
    public synchronized void close() {
        if (current != null) {
            current.commit();
            current = null;
        }
    }
}
