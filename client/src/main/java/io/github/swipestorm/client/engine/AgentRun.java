package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.clock.ClockOffset;
import java.util.Optional;

/**
 * What one of several machines did of a run.
 *
 * @param name of the agent, as the user knows it
 * @param address of the agent
 * @param machine the same for agents of the same machine, for example its host name
 * @param cores that the machine has
 * @param result of its share; of a lost agent what it has told before, see {@link #loss}
 * @param before how far its clock was ahead of the coordinator's before the run
 * @param after the same after the run; empty when it was not measured
 * @param loss when and how it was lost; empty for an agent that told its whole result
 */
public record AgentRun(
        String name,
        String address,
        String machine,
        int cores,
        RunResult result,
        ClockOffset before,
        Optional<ClockOffset> after,
        Optional<Loss> loss) {

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
