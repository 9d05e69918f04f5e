package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.engine.internal.PrecisionStop;
import io.github.swipestorm.client.record.RecordingSettings;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * What a {@link Runner} does besides the plan: what it records and watches, and what it adds to a run. Immutable.
 *
 * @param recording which files a run writes
 * @param serverPid the server's process on this machine, whose CPU time is measured; empty for the processes that listen on the
 *     target's port, if they run here
 * @param probe judges by the run whether two phases of 2 s follow, with half and with twice the workers, which no figure of the
 *     run counts; asked only for a closed loop that came to its end and has at least two workers
 * @param precision ends a run as soon as the throughput of its steady part is known this precisely: half of the 95 %
 *     interval's width by the throughput, above 0 and below 1; empty for never
 * @param selfWarmUpLimit the longest time in which the client warms itself up, from the beginning of that load, the compiler's pauses included; the compiler may
 *     then still be at work when the run begins; empty for as long as it takes
 * @param start when the measured phase begins
 * @param adjustable whether observers get a {@link LoadControl} of each run that {@link LoadControl#suits suits}
 */
public record RunSettings(
        RecordingSettings recording,
        OptionalLong serverPid,
        Predicate<RunResult> probe,
        OptionalDouble precision,
        Optional<Duration> selfWarmUpLimit,
        StartBarrier start,
        boolean adjustable) {

    /** No files, no probe, no end but the plan's. */
    public static final RunSettings DEFAULT = of(RecordingSettings.NO_FILES);

    public RunSettings {
        if (precision.isPresent() && !(precision.getAsDouble() > 0 && precision.getAsDouble() < 1)) {
            throw new IllegalArgumentException("A precision is above 0 and below 1, not " + precision.getAsDouble());
        }
    }

    /** Records what the recording settings say; the rest is as in {@link #DEFAULT}. */
    public static RunSettings of(RecordingSettings recording) {
        return new RunSettings(
                recording,
                OptionalLong.empty(),
                result -> false,
                OptionalDouble.empty(),
                Optional.empty(),
                StartBarrier.WHEN_READY,
                false);
    }

    /** The same with the server's process. */
    public RunSettings serverPid(OptionalLong pid) {
        return new RunSettings(recording, pid, probe, precision, selfWarmUpLimit, start, adjustable);
    }

    /** The same with a probe after runs that need one. */
    public RunSettings probe(Predicate<RunResult> when) {
        return new RunSettings(recording, serverPid, when, precision, selfWarmUpLimit, start, adjustable);
    }

    /**
     * The same with an end at a precision.
     *
     * @throws IllegalArgumentException when it is not above 0 and below 1
     */
    public RunSettings precision(OptionalDouble share) {
        return new RunSettings(recording, serverPid, probe, share, selfWarmUpLimit, start, adjustable);
    }

    /**
     * Ends a run at its {@link #precision}: a share of a run cannot know the precision of the whole, so that a runner of several machines
     * watches their sum.
     *
     * @param measured signals the end of the measured phase, and of nothing else
     */
    public RunObserver ending(StopSignal measured) {
        return precision.isEmpty() ? RunObserver.NONE : new PrecisionStop(precision.getAsDouble(), measured);
    }

    /** The same with a limit for the client's own warm-up. */
    public RunSettings selfWarmUpLimit(Optional<Duration> limit) {
        return new RunSettings(recording, serverPid, probe, precision, limit, start, adjustable);
    }

    /** The same with a beginning that is decided elsewhere. */
    public RunSettings start(StartBarrier barrier) {
        return new RunSettings(recording, serverPid, probe, precision, selfWarmUpLimit, barrier, adjustable);
    }

    /** The same, in which observers may change the load of a run, or may not. */
    public RunSettings adjustable(boolean allowed) {
        return new RunSettings(recording, serverPid, probe, precision, selfWarmUpLimit, start, allowed);
    }
}
