package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.clock.ClockOffset;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What one of several machines did of a run.
 *
 * @param name of the agent, as the user knows it
 * @param address of the agent
 * @param machine the same for agents of the same machine, for example its host name
 * @param cores that the machine has
 * @param result of its share; of a lost agent what it has told before, see {@link #loss}
 * @param before how far its clock was ahead of the coordinator's before the run, by monotonic clocks, whose zeros are unrelated: by it
 *     the beginning of the run was agreed
 * @param after the same after the run; empty when it was not measured
 * @param loss when and how it was lost; empty for an agent that told its whole result
 * @param timeOfDay how far its time of day was ahead of the coordinator's; nothing depends on it. Empty when it was not measured
 * @param lateNanos how long after the agreed instant its workers were let go; empty when that is not known
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
        OptionalLong lateNanos) {

    /** By how much clocks of two machines drift apart in a run without being noticed in its figures. */
    private static final long MOST_DRIFT_NANOS = 1_000_000;

    /** An agent of whose time of day, and of whose beginning, nothing is known. */
    public AgentRun(
            String name,
            String address,
            String machine,
            int cores,
            RunResult result,
            ClockOffset before,
            Optional<ClockOffset> after,
            Optional<Loss> loss) {
        this(name, address, machine, cores, result, before, after, loss, Optional.empty(), OptionalLong.empty());
    }

    /** How far its clock ran away from the coordinator's during the run, in nanoseconds; negative when it was slower. */
    public OptionalLong driftNanos() {
        return after.map(later -> OptionalLong.of(later.nanos() - before.nanos()))
                .orElse(OptionalLong.empty());
    }

    /** Whether its clock certainly ran away from the coordinator's by more than a millisecond. */
    public boolean drifted() {
        return after.isPresent() && before.driftNanos(after.get()) > MOST_DRIFT_NANOS;
    }

    /**
     * How an agent was lost.
     *
     * @param lastSecond how many seconds of the run it has told; what it did later is not counted
     * @param why in words, such as <i>its connection was closed</i>
     */
    public record Loss(int lastSecond, String why) {}

    /**
     * Requests of a lost agent's share that it never sent, or of which it never told; 0 for an agent that was not lost, and where
     * only time ends a run, since then nobody knows.
     */
    public long lostRequests() {
        return loss.isPresent() ? result.dropped() : 0;
    }
}
