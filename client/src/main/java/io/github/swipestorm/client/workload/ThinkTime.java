package io.github.swipestorm.client.workload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long a user pauses between two requests. Values are drawn with the random numbers of an iteration, so that they follow
 * from the seed and the iteration's index. Immutable.
 */
public sealed interface ThinkTime {

    /** The longest pause: 1,000 hours. */
    Duration LONGEST = Duration.ofHours(1_000);

    /** Draws a pause in nanoseconds, 0 or more. */
    long draw(IndexedRandom random);

    /** The mean pause in nanoseconds, as if no pause were cut; at most the cap. */
    double meanNanos();

    /**
     * Parses a think time. Durations are written like {@code 500ms}, {@code 1.5s}, {@code 2m}.
     *
     * <ul>
     *   <li>{@code 1s}: always the same;
     *   <li>{@code 0.5s..1.5s}: uniformly distributed;
     *   <li>{@code exponential(1s)}: with this mean;
     *   <li>{@code normal(1s,200ms)}: with this mean and standard deviation; a negative pause is none;
     *   <li>{@code lognormal(1s,2s)}: with this mean and standard deviation, of the pauses themselves.
     * </ul>
     *
     * The last three may have a further duration, the longest pause: {@code exponential(1s,10s)}. A longer one is cut to it.
     *
     * @throws IllegalArgumentException with a user-facing message when it is none of these
     */
    static ThinkTime parse(String text) {
        Matcher function = Parsing.FUNCTION.matcher(text.strip());
        if (!function.matches()) {
            int range = text.indexOf("..");
            return range < 0
                    ? new Constant(Parsing.nanos(text, text))
                    : new Uniform(
                            Parsing.nanos(text.substring(0, range), text),
                            Parsing.nanos(text.substring(range + 2), text));
        }
        List<Long> arguments = new ArrayList<>();
        for (String argument : function.group(2).split(",", -1)) {
            arguments.add(Parsing.nanos(argument, text));
        }
        String name = function.group(1).toLowerCase(Locale.ROOT);
        int needed = name.equals("exponential") ? 1 : 2;
        if (arguments.size() < needed || arguments.size() > needed + 1) {
            throw Parsing.wrong(text);
        }
        long cap = arguments.size() > needed ? arguments.get(needed) : LONGEST.toNanos();
        return switch (name) {
            case "exponential" -> new Exponential(arguments.get(0), cap);
            case "normal" -> new Normal(arguments.get(0), arguments.get(1), cap);
            default -> new LogNormal(arguments.get(0), arguments.get(1), cap);
        };
    }

    /**
     * Always the same pause.
     *
     * @param nanos 0 or more
     */
    record Constant(long nanos) implements ThinkTime {

        @Override
        public long draw(IndexedRandom random) {
            return nanos;
        }

        @Override
        public double meanNanos() {
            return nanos;
        }

        @Override
        public String toString() {
            return Parsing.text(nanos);
        }
    }

    /** Uniformly distributed from a shortest to a longest pause, in nanoseconds. */
    record Uniform(long shortest, long longest) implements ThinkTime {

        /** @throws IllegalArgumentException with a user-facing message when the longest is shorter than the shortest */
        public Uniform {
            if (longest < shortest) {
                throw new IllegalArgumentException("A pause of " + Parsing.text(shortest) + ".." + Parsing.text(longest)
                        + " ends before it begins: write " + Parsing.text(longest) + ".." + Parsing.text(shortest));
            }
        }

        @Override
        public long draw(IndexedRandom random) {
            return shortest + (long) (random.uniform() * (longest - shortest));
        }

        @Override
        public double meanNanos() {
            return (shortest + longest) / 2.0;
        }

        @Override
        public String toString() {
            return Parsing.text(shortest) + ".." + Parsing.text(longest);
        }
    }

    /** Exponentially distributed with a mean, in nanoseconds; a longer pause than the cap is cut to it. */
    record Exponential(long mean, long cap) implements ThinkTime {

        @Override
        public long draw(IndexedRandom random) {
            return Parsing.cut(-Math.log(1 - random.uniform()) * mean, cap);
        }

        @Override
        public double meanNanos() {
            return Math.min(mean, cap);
        }

        @Override
        public String toString() {
            return "exponential(" + Parsing.text(mean) + Parsing.capText(cap) + ")";
        }
    }

    /** Normally distributed with a mean and a standard deviation, in nanoseconds; cut to 0 and to the cap. */
    record Normal(long mean, long deviation, long cap) implements ThinkTime {

        @Override
        public long draw(IndexedRandom random) {
            return Parsing.cut(mean + deviation * random.gaussian(), cap);
        }

        @Override
        public double meanNanos() {
            return Math.min(mean, cap);
        }

        @Override
        public String toString() {
            return "normal(" + Parsing.text(mean) + "," + Parsing.text(deviation) + Parsing.capText(cap) + ")";
        }
    }

    /**
     * Log-normally distributed. Mean and standard deviation are those of the pauses, in nanoseconds, not of their logarithms;
     * a longer pause than the cap is cut to it.
     */
    record LogNormal(long mean, long deviation, long cap) implements ThinkTime {

        /** @throws IllegalArgumentException with a user-facing message when the mean is 0 */
        public LogNormal {
            if (mean == 0) {
                throw new IllegalArgumentException("A log-normal pause has a mean above 0: write lognormal(1s,2s)");
            }
        }

        @Override
        public long draw(IndexedRandom random) {
            double ratio = (double) deviation / mean;
            double variance = Math.log1p(ratio * ratio);
            double location = Math.log(mean) - variance / 2;
            return Parsing.cut(Math.exp(location + Math.sqrt(variance) * random.gaussian()), cap);
        }

        @Override
        public double meanNanos() {
            return Math.min(mean, cap);
        }

        @Override
        public String toString() {
            return "lognormal(" + Parsing.text(mean) + "," + Parsing.text(deviation) + Parsing.capText(cap) + ")";
        }
    }

    /** The texts of think times. */
    final class Parsing {

        private static final Pattern FUNCTION =
                Pattern.compile("(exponential|normal|lognormal)\\s*\\(([^()]*)\\)", Pattern.CASE_INSENSITIVE);
        private static final Pattern DURATION = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,9})?)\\s*(us|ms|s|m|h)|0");
        private static final long MILLISECOND = 1_000_000;
        private static final long SECOND = 1_000 * MILLISECOND;

        private Parsing() {}

        private static long nanos(String text, String whole) {
            Matcher matcher = DURATION.matcher(text.strip().toLowerCase(Locale.ROOT));
            if (!matcher.matches()) {
                throw wrong(whole);
            }
            if (matcher.group(2) == null) {
                return 0;
            }
            double nanos = Double.parseDouble(matcher.group(1))
                    * switch (matcher.group(2)) {
                        case "us" -> 1e3;
                        case "ms" -> MILLISECOND;
                        case "s" -> SECOND;
                        case "m" -> 60.0 * SECOND;
                        default -> 3_600.0 * SECOND;
                    };
            if (nanos > LONGEST.toNanos()) {
                throw new IllegalArgumentException(
                        "'" + whole.strip() + "' is too long a pause: the longest is " + LONGEST.toHours() + "h");
            }
            return Math.round(nanos);
        }

        private static IllegalArgumentException wrong(String text) {
            return new IllegalArgumentException("'" + text.strip()
                    + "' is not a pause: write 1s, 0.5s..1.5s, exponential(1s), normal(1s,200ms) or lognormal(1s,2s);"
                    + " the last three take a longest pause as well, exponential(1s,10s)");
        }

        private static long cut(double nanos, long cap) {
            return Math.round(Math.max(0, Math.min(nanos, cap)));
        }

        private static String capText(long cap) {
            return cap == LONGEST.toNanos() ? "" : "," + text(cap);
        }

        private static String text(long nanos) {
            return nanos % SECOND == 0
                    ? nanos / SECOND + "s"
                    : nanos % MILLISECOND == 0 ? nanos / MILLISECOND + "ms" : nanos / 1e3 + "us";
        }
    }
}
