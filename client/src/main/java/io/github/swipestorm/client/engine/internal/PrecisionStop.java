package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.engine.LoadChange;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.measure.TimelineSecond;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.record.Measurements;
import io.github.swipestorm.client.telemetry.Telemetry;
import io.github.swipestorm.client.thread.DaemonThreads;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Ends a run as soon as the throughput of its steady part is known to a precision: checks its seconds once a second. A
 * run that is still warming up, or not steady for another reason, continues.
 *
 * <p>A run that may stop at every second stops more often where its interval happens to be narrow, so that the interval
 * covers the true value less often than one of a fixed length; SteadinessStudy simulates how often.
 */
public final class PrecisionStop implements RunObserver {

    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private final double precision;
    private final StopSignal stop;
    private Supplier<Optional<Measurements>> soFar = Optional::empty;
    private volatile LoadPlan plan;

    /**
     * @param precision half of the 95 % interval's width divided by the throughput, above 0 and below 1
     * @param stop of the measured phase
     */
    public PrecisionStop(double precision, StopSignal stop) {
        this.precision = precision;
        this.stop = stop;
    }

    @Override
    public void recording(Supplier<Optional<Measurements>> recorded, Supplier<Telemetry> telemetry) {
        soFar = recorded;
    }

    @Override
    public void started(LoadPlan begun, Supplier<Counts> counts) {
        plan = begun;
        DaemonThreads.start("swipestorm-precision", this::watch);
    }

    @Override
    public void changed(LoadPlan changed, LoadChange change) {
        plan = changed;
    }

    private void watch() {
        try {
            while (!stop.await(BETWEEN_LOOKS)) {
                Optional<Measurements> recorded = soFar.get();
                if (recorded.isEmpty()) {
                    return;
                }
                Duration until = Duration.of(recorded.get().timeline().endUs(), ChronoUnit.MICROS);
                if (reached(plan, recorded.get().timeline().seconds(), until)) {
                    stop.stop(StopReason.PRECISION_REACHED);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    boolean reached(LoadPlan plan, List<TimelineSecond> seconds, Duration until) {
        return SteadySeconds.judge(plan, seconds, until).preciseTo(precision);
    }
}
