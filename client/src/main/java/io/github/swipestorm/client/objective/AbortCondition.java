package io.github.swipestorm.client.objective;

import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.setting.Times;
import io.github.swipestorm.client.text.NumberFormat;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A condition that ends a run early, because it makes no sense to go on: {@code errors>5% for 10s}, {@code failed>=1% for
 * 1m}, {@code throughput<100 for 30s}, {@code first-failure}. It holds when the figure of the last seconds is beyond the
 * limit; figures mean what they mean in an {@link Objective}. A figure that does not exist, such as the errors of no attempts,
 * is not beyond a limit. Immutable; a {@link Watch} has the state of a run.
 */
public final class AbortCondition {

    /** A condition that holds as soon as a request has failed for good. */
    public static final String FIRST_FAILURE = "first-failure";

    private static final Pattern TEXT =
            Pattern.compile("\\s*([a-z]+)\\s*(<=|>=|<|>)\\s*([0-9.]+)\\s*(%|/s|)\\s+for\\s+(\\S.*?)\\s*");
    private static final Map<String, String> SIGNS = Map.of("errors", ">", "failed", ">", "throughput", "<");
    private static final Map<String, String> OPPOSITES = Map.of("<", ">=", "<=", ">", ">", "<=", ">=", "<");
    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofHours(1);
    /** So often is a sliding window moved within its length. */
    private static final int STEPS = 50;

    private final String text;
    /** What is not to be violated; empty for the first failure. */
    private final Optional<Objective> limit;

    private final Duration window;

    private AbortCondition(String text, Optional<Objective> limit, Duration window) {
        this.text = text;
        this.limit = limit;
        this.window = window;
    }

    /**
     * Parses a condition.
     *
     * @throws IllegalArgumentException with a message that quotes it when it is invalid
     */
    public static AbortCondition parse(String text) {
        if (text.strip().equals(FIRST_FAILURE)) {
            return new AbortCondition(FIRST_FAILURE, Optional.empty(), Duration.ZERO);
        }
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw refuse(
                    text,
                    "write it like \"errors>5% for 10s\", \"failed>1% for 30s\", \"throughput<100 for 10s\" or "
                            + FIRST_FAILURE);
        }
        String figure = matcher.group(1);
        String sign = matcher.group(2);
        if (!SIGNS.containsKey(figure)) {
            throw refuse(text, "'" + figure + "' is none of errors, failed, throughput");
        }
        if (!sign.startsWith(SIGNS.get(figure))) {
            throw refuse(
                    text,
                    figure.equals("throughput")
                            ? "throughput ends a run when there is less than a limit: use <"
                            : figure + " end a run when there are more than a limit: use >");
        }
        Objective limit;
        Duration window;
        try {
            limit = Objective.parse(figure + OPPOSITES.get(sign) + matcher.group(3) + matcher.group(4));
            window = Times.parse(matcher.group(5).replaceFirst("(?<=\\d)\\s+(?=[a-z])", ""));
        } catch (IllegalArgumentException e) {
            throw refuse(text, e.getMessage());
        }
        if (window.compareTo(SHORTEST) < 0 || window.compareTo(LONGEST) > 0) {
            throw refuse(text, "its time must be 1s to 1h, not " + matcher.group(5));
        }
        return new AbortCondition(text.strip(), Optional.of(limit), window);
    }

    private static IllegalArgumentException refuse(String text, String reason) {
        return new IllegalArgumentException("'" + text.strip() + "' is not a condition to abort on: " + reason);
    }

    /** As it was written. */
    @Override
    public String toString() {
        return text;
    }

    /**
     * The condition in one run.
     *
     * @param startNanos a reading of the clock that {@link Watch#look} gets as well
     */
    public Watch watch(long startNanos) {
        return new Watch(startNanos);
    }

    /** Looks at the counts of one run again and again. Confined to one thread. */
    public final class Watch {

        private record Reading(long nanos, Counts counts) {}

        /** The first one is the latest that is at least a whole window old, once there is one. */
        private final Deque<Reading> readings = new ArrayDeque<>();

        private Watch(long startNanos) {
            readings.add(new Reading(startNanos, Counts.NONE));
        }

        /**
         * Looks at the counts so far.
         *
         * @param nanos a reading of the clock, never below an earlier one
         * @return why the run is to end, in words for its user; empty when it may go on
         */
        public Optional<String> look(long nanos, Counts counts) {
            if (limit.isEmpty()) {
                return counts.failed() == 0 ? Optional.empty() : Optional.of("a request has failed (" + text + ")");
            }
            if (nanos - readings.getLast().nanos() >= window.toNanos() / STEPS) {
                readings.add(new Reading(nanos, counts));
            }
            Reading first = readings.removeFirst();
            while (!readings.isEmpty() && nanos - readings.getFirst().nanos() >= window.toNanos()) {
                first = readings.removeFirst();
            }
            readings.addFirst(first);
            return nanos - first.nanos() < window.toNanos()
                    ? Optional.empty()
                    : beyond(counts.minus(first.counts()), (nanos - first.nanos()) / 1e9);
        }

        private Optional<String> beyond(Counts counts, double seconds) {
            Objective kept = limit.orElseThrow();
            OptionalDouble value = kept.measured(counts, seconds);
            return value.isEmpty() || kept.allows(value.getAsDouble())
                    ? Optional.empty()
                    : Optional.of(kept.quantity() + " came to " + NumberFormat.decimal(value.getAsDouble(), 3)
                            + (kept.unit().equals("%") ? " %" : kept.unit()) + " over "
                            + NumberFormat.decimal(seconds, 1) + " s (" + text + ")");
        }
    }
}
