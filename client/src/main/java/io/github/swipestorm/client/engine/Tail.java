package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.setting.Times;
import io.github.swipestorm.client.text.NumberFormat;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;

/**
 * The end of a run in which some workers had run out of requests while others continued. It comes from each worker's
 * own clock readings, so it is exact: there are no false alarms.
 *
 * @param from when the first worker ended, since the start of the run
 * @param to when the last one ended
 * @param workers how many there were; a worker that pipelines counts as often as it may have requests in flight
 * @param idleShare mean share of the workers that had ended during the tail, 0 to 1
 */
public record Tail(Duration from, Duration to, int workers, double idleShare) {

    /** A tail that is a smaller share of the run does not matter, */
    private static final double LEAST_SHARE = 0.05;
    /** nor does one of less than a second, which a judgement by whole seconds hardly sees. */
    private static final Duration LEAST = Duration.ofSeconds(1);

    /**
     * The tail of a run.
     *
     * @param ends when each worker ended, in nanoseconds since the start of the run
     * @return empty when there were no workers
     */
    public static Optional<Tail> of(long[] ends) {
        if (ends.length == 0) {
            return Optional.empty();
        }
        long first = Arrays.stream(ends).min().getAsLong();
        long last = Arrays.stream(ends).max().getAsLong();
        double idle = Arrays.stream(ends).mapToDouble(end -> last - end).sum();
        return Optional.of(new Tail(
                Duration.ofNanos(first),
                Duration.ofNanos(last),
                ends.length,
                last == first ? 0 : idle / ends.length / (last - first)));
    }

    /** The tail of these workers and of others, in runs or parts of one that began at the same instant. */
    Tail plus(Tail others) {
        Duration first = from.compareTo(others.from) < 0 ? from : others.from;
        Duration last = to.compareTo(others.to) > 0 ? to : others.to;
        double idleNanos = idleNanos(last) + others.idleNanos(last);
        int all = workers + others.workers;
        return new Tail(
                first,
                last,
                all,
                last.equals(first) ? 0 : idleNanos / all / last.minus(first).toNanos());
    }

    /** How long the workers together had no work, when the run continues until {@code last}. */
    private double idleNanos(Duration last) {
        return workers * (idleShare * to.minus(from).toNanos() + last.minus(to).toNanos());
    }

    /** Whether it is long enough to reduce the run's throughput noticeably. */
    public boolean matters() {
        Duration length = to.minus(from);
        return length.compareTo(LEAST) >= 0 && length.toNanos() >= LEAST_SHARE * to.toNanos();
    }

    /** What happened, in a sentence without a full stop. */
    public String description() {
        return "from second " + NumberFormat.decimal(Times.seconds(from), 1) + " to "
                + NumberFormat.decimal(Times.seconds(to), 1)
                + ", workers ran out of work: on average " + NumberFormat.percent(idleShare) + " of "
                + NumberFormat.count(workers) + " had none left";
    }
}
