package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.record.AttemptCounters;
import java.time.Duration;
import java.util.Optional;

/**
 * The time of all workers of a run together, found out twice: by the workers, who look at the clock when they begin and when
 * they end, and from the attempts that were recorded. A worker that pipelines counts as often as it may have requests under
 * way.
 *
 * @param active from each worker's beginning, after its part of the ramp-up, to its end
 * @param waited sum of done - sent over all recorded attempts
 * @param thinking sum of the pauses between requests that the plan asks for, its think time; zero without any
 * @param cycles sum of done - due over all recorded requests; in a closed loop, where a request is due when its worker is
 *     free, nearly all of {@code active}; in an open loop a sum of response times
 * @param firstAnswers sum of done - sent over the first attempt of each worker, as far as these were ok: while the others
 *     are only beginning, too
 * @param firsts how many those were
 * @param tail from the first worker's end to the last one's; empty when a worker has not ended
 */
public record WorkerTime(
        Duration active,
        Duration waited,
        Duration thinking,
        Duration cycles,
        Duration firstAnswers,
        int firsts,
        Optional<Tail> tail) {

    /** No worker was active. */
    public static final WorkerTime NONE = new WorkerTime(
            Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO, Duration.ZERO, 0, Optional.empty());

    /** The time of workers that were active and thought for so long. */
    public static WorkerTime of(long activeNanos, Duration thinking, AttemptCounters.Times times, Optional<Tail> tail) {
        return new WorkerTime(
                Duration.ofNanos(activeNanos),
                Duration.ofNanos(times.waitedNanos()),
                thinking,
                Duration.ofNanos(times.cycleNanos()),
                Duration.ofNanos(times.firstNanos()),
                times.firsts(),
                tail);
    }

    /** The time of these workers and of others, in runs or parts of one that began at the same instant. */
    public WorkerTime plus(WorkerTime others) {
        if (equals(NONE) || others.equals(NONE)) {
            return equals(NONE) ? others : this;
        }
        return new WorkerTime(
                active.plus(others.active),
                waited.plus(others.waited),
                thinking.plus(others.thinking),
                cycles.plus(others.cycles),
                firstAnswers.plus(others.firstAnswers),
                firsts + others.firsts,
                tail.flatMap(mine -> others.tail.map(mine::plus)));
    }

    /** Mean time of the first answer that each worker got; empty when none was ok. */
    public Optional<Duration> firstAnswer() {
        return firsts == 0 ? Optional.empty() : Optional.of(firstAnswers.dividedBy(firsts));
    }

    /** Share of the active time without think time that workers waited for an answer, 0 to 1; 0 when there is none. */
    public double waitingShare() {
        return share(waited, active.minus(thinking));
    }

    /** Share of the active time that workers thought, 0 to 1; 0 when no worker was active. */
    public double thinkingShare() {
        return share(thinking, active);
    }

    private static double share(Duration part, Duration whole) {
        return whole.compareTo(Duration.ZERO) <= 0 ? 0 : Math.min(1, (double) part.toNanos() / whole.toNanos());
    }
}
