package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.clock.ClockOffset;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * One agent of a run and what it measured.
 *
 * @param name of the agent, as the user knows it
 * @param address of the agent
 * @param machine identifies the machine that it runs on, for example by its host name
 * @param cores that its JVM may use
 * @param result of its share; of a lost agent, the sum of what it reported before, see {@link #loss}
 * @param before how far its monotonic clock was ahead of the coordinator's before the run; the two clocks have unrelated zeros. The start
 *     of the run was agreed by this offset
 * @param after the same after the run; empty when it was not measured
 * @param loss when and how it was lost; empty for an agent that executed its share to the end of the run
 * @param timeOfDay how far its time of day was ahead of the coordinator's; no measurement depends on it. Empty when it was not measured
 * @param lateNanos how long after the agreed instant its workers started; empty when that is not known
 * @param records the file on its machine with the rows of its share; empty when they are elsewhere, or when there are none
 */
public record AgentRun(
        String name,
        String address,
        String machine,
        int cores,
        RunResult result,
        ClockOffset before,
        Optional<ClockOffset> after,
        Optional<Loss> loss,
        Optional<ClockOffset> timeOfDay,
        OptionalLong lateNanos,
        Optional<String> records) {

    /** A drift up to this does not show in the figures of a run. */
    private static final long MOST_DRIFT_NANOS = 1_000_000;

    /** How far its clock drifted from the coordinator's during the run, in nanoseconds; negative when it was slower. */
    public OptionalLong driftNanos() {
        return after.map(later -> OptionalLong.of(later.nanos() - before.nanos()))
                .orElse(OptionalLong.empty());
    }

    /** Whether its clock drifted from the coordinator's by more than a millisecond, the uncertainty of both measurements aside. */
    public boolean drifted() {
        return after.isPresent() && before.driftNanos(after.get()) > MOST_DRIFT_NANOS;
    }

    /**
     * How an agent was lost.
     *
     * @param lastSecond how many seconds of the run it reported; what it did later is not counted
     * @param why a clause such as <i>its connection was closed</i>
     */
    public record Loss(int lastSecond, String why) {}

    /**
     * Requests of a lost agent's share that it did not send or report. 0 for an agent that was not lost, and for a run that only time
     * ends, where the number is unknown.
     */
    public long lostRequests() {
        return loss.isPresent() ? result.dropped() : 0;
    }
}
