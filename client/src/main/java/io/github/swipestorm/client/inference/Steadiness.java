package io.github.swipestorm.client.inference;

import io.github.swipestorm.client.measure.TimelineSecond;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Whether a run was steady: whether throughput and latency kept one level from second to second, after a warm-up at most.
 * Judged are whole seconds, so that a second that the run ended in does not look like a slump.
 *
 * <p>A level is tested with {@link LevelTest}. A change counts when the test finds it and it is large enough to matter:
 * {@link #LEAST_CHANGE}. The start of the steady part is where MSER, the marginal standard error rule (White 1997, Simulation
 * 69), truncates, or the first second after it from which the level is kept; at least half of what was judged must be steady, as
 * otherwise the run was too short for its warm-up.
 *
 * @param throughput how ok attempts developed, by the second they ended in
 * @param latency how the median service time of each second developed
 * @param part the seconds in which throughput was steady; empty when there are too few, or the interval includes 0. Where throughput follows a
 *     schedule, those in which latency was
 * @param responseSizeChange a change of the mean response size; empty when there was none, or when it is not known
 */
public record Steadiness(
        Assessment throughput,
        Assessment latency,
        Optional<SteadyPart> part,
        Optional<ResponseSizeChange> responseSizeChange) {

    /** Fewer whole seconds are too few to call a run steady. */
    public static final int LEAST_SECONDS = LevelTest.FEWEST;
    /** A smaller relative change of the level does not make a run unsteady, however certain it is. */
    public static final double LEAST_CHANGE = 0.05;

    /** A straight line with this |t| does not prove a change, but such a series is not known to be level either, */
    private static final double DOUBTFUL_TREND = 2;
    /** if the line changes by this share. */
    private static final double DOUBTFUL_CHANGE = 0.1;
    /** A run whose last third of the seconds exceeds the first one by this factor, */
    private static final double RISE = 1.5;
    /** and the middle one by this factor, is still rising; no test is needed. */
    private static final double LAST_RISE = 1.1;
    /** A second is a dip when it is below the median by this share of it, */
    private static final double DIP = 0.25;
    /** and by this many standard deviations, estimated from the median absolute deviation. */
    private static final double DIP_DEVIATIONS = 5;
    /** The ratio of standard deviation to median absolute deviation for normally distributed values. */
    private static final double MAD_TO_DEVIATION = 1.4826;
    /** If more than this share of the seconds are dips, they are not exceptions. */
    private static final double MOST_DIPS = 0.1;

    /** How a series of seconds developed. */
    public enum Finding {
        /** It kept one level. */
        STEADY("steady"),
        /** It changed at the beginning and then kept one level, which is better than what was before. */
        WARMED_UP("warmed up"),
        /** It was still getting better at the end. */
        WARMING_UP("still warming up"),
        /** It got worse, or fluctuated. */
        DRIFTING("drifting"),
        /** It kept one level except for a short time. */
        DIP("dip"),
        /** It went from one level to another one. */
        TWO_LEVELS("two levels"),
        /** There are too few whole seconds to tell. */
        TOO_SHORT("too short to say"),
        /** Not judged, as the plan determines it. */
        SCHEDULED("scheduled");

        private final String word;

        Finding(String word) {
            this.word = word;
        }

        /** Whether there was one level in the end. */
        public boolean steady() {
            return this == STEADY || this == WARMED_UP;
        }

        /** The label that reports and files use. */
        @Override
        public String toString() {
            return word;
        }
    }

    /**
     * How one series developed over time.
     *
     * @param finding its label
     * @param description a sentence without a full stop, with the figures that it is based on
     */
    public record Assessment(Finding finding, String description) {}

    /**
     * The part of a run that was steady.
     *
     * @param fromSecond its first whole second, counted from the start of the run
     * @param toSecond the first second after it
     * @param throughput ok attempts a second in it, with an interval from batch means, see {@link BatchMeans}
     */
    public record SteadyPart(long fromSecond, long toSecond, Estimate throughput) {

        /** Half of the interval's width divided by the throughput; infinite when the throughput is 0. */
        public double precision() {
            ConfidenceInterval interval = throughput.interval();
            return throughput.value() == 0
                    ? Double.POSITIVE_INFINITY
                    : (interval.high() - interval.low()) / 2 / throughput.value();
        }
    }

    /** The finding for the whole run: that on its throughput, or on its latency where throughput is scheduled. */
    public Finding finding() {
        return decisive().finding();
    }

    /** How the whole run developed, in a sentence without a full stop. */
    public String description() {
        return decisive().description();
    }

    /**
     * Whether the run was steady in the end, and the half width of the interval of its steady part is at most this.
     *
     * @param precision half of the width divided by the throughput, such as 0.02
     */
    public boolean preciseTo(double precision) {
        return finding().steady()
                && part.filter(steady -> steady.precision() <= precision).isPresent();
    }

    private Assessment decisive() {
        return throughput.finding() == Finding.SCHEDULED ? latency : throughput;
    }

    /**
     * Judges a run whose throughput is not fixed by a schedule, as in a closed loop.
     *
     * @param seconds all of them are judged: only whole ones in which all workers had work
     */
    public static Steadiness of(List<TimelineSecond> seconds) {
        Judged throughput = new Judge(throughput(seconds), first(seconds), false).judge();
        Assessment latency = latency(seconds).assessment();
        Optional<SteadyPart> part = part(seconds, throughput);
        Assessment decided =
                throughput.assessment().finding().steady() && part.isEmpty() ? unknown() : throughput.assessment();
        return new Steadiness(decided, latency, part, ResponseSizeChange.changed(seconds));
    }

    /**
     * Judges a run whose throughput follows a schedule: only the latency is judged.
     *
     * @param seconds all of them are judged: only whole ones in which the rate is constant
     */
    public static Steadiness scheduled(List<TimelineSecond> seconds) {
        Judged latency = latency(seconds);
        Assessment throughput = new Assessment(Finding.SCHEDULED, "throughput follows the schedule");
        return new Steadiness(
                throughput, latency.assessment(), part(seconds, latency), ResponseSizeChange.changed(seconds));
    }

    private static Assessment unknown() {
        return new Assessment(
                Finding.TOO_SHORT,
                "its seconds differ so much that the 95 % interval of their mean includes 0; a longer run would tell");
    }

    private static double[] throughput(List<TimelineSecond> seconds) {
        return seconds.stream().mapToDouble(TimelineSecond::ok).toArray();
    }

    /** Latency is judged as its inverse, so that more is better and all rules hold for both. */
    private static Judged latency(List<TimelineSecond> seconds) {
        double[] inverse = seconds.stream()
                .mapToDouble(second -> second.p50Us().isPresent()
                        ? 1e3 / Math.max(1, second.p50Us().getAsLong())
                        : 0)
                .toArray();
        return new Judge(inverse, first(seconds), true).judge();
    }

    private static long first(List<TimelineSecond> seconds) {
        return seconds.isEmpty() ? 0 : seconds.get(0).second();
    }

    /** Without an interval above 0 the level of a part is not known. */
    private static Optional<SteadyPart> part(List<TimelineSecond> seconds, Judged judged) {
        if (judged.to - judged.from < LEAST_SECONDS) {
            return Optional.empty();
        }
        double[] steady = Arrays.copyOfRange(throughput(seconds), judged.from, judged.to);
        long first = first(seconds);
        Estimate throughput = BatchMeans.of(steady);
        return Optional.of(new SteadyPart(first + judged.from, first + judged.to, throughput))
                .filter(part -> throughput.interval().low() > 0 || throughput.value() == 0);
    }

    /** The assessment of a series, and the indices of its steady seconds. */
    private record Judged(Assessment assessment, int from, int to) {}

    /** Judges one series in which larger is better. */
    private static final class Judge {
        private final double[] series;
        private final int n;
        private final long first;
        private final boolean milliseconds;

        /**
         * @param first the second that the series begins with
         * @param milliseconds whether the values are the inverse of latencies in milliseconds
         */
        Judge(double[] series, long first, boolean milliseconds) {
            this.series = series;
            this.n = series.length;
            this.first = first;
            this.milliseconds = milliseconds;
        }

        Judged judge() {
            if (n >= 3 && rises()) {
                return none(Finding.WARMING_UP, "still getting better at the end: " + thirds());
            }
            if (n < LEAST_SECONDS) {
                return tooShort(NumberFormat.counted(n, "whole second", "whole seconds"));
            }
            boolean[] dips = dips();
            double[] filled = filled(dips);
            int start = 0;
            while (start <= n / 2 && dips[start]) {
                start++;
            }
            if (n - start < LEAST_SECONDS) {
                return tooShort(n - start + " whole seconds after a slow beginning");
            }
            if (keepsLevel(filled, start, n)) {
                return mayChange(filled, start, DOUBTFUL_CHANGE)
                        ? none(
                                Finding.TOO_SHORT,
                                "its level may have changed, and a longer run would tell: " + thirds())
                        : steady(start, n, dips);
            }
            for (start = Math.max(start, mser(filled)); start <= n / 2 && n - start >= LEAST_SECONDS; start++) {
                if (keepsLevel(filled, start, n) && !mayChange(filled, start, LEAST_CHANGE)) {
                    return mean(0, start) < mean(start, n) ? steady(start, n, dips) : slowed(start);
                }
            }
            return unsteady(filled);
        }

        private static Judged tooShort(String seconds) {
            return none(
                    Finding.TOO_SHORT,
                    seconds + "; it takes " + LEAST_SECONDS + ", as with " + Setting.DURATION.to("12s"));
        }

        private boolean rises() {
            double first = mean(0, n / 3);
            double middle = mean(n / 3, n - n / 3);
            double last = mean(n - n / 3, n);
            return first < middle && last >= LAST_RISE * middle && last >= RISE * first;
        }

        private boolean[] dips() {
            double[] sorted = series.clone();
            Arrays.sort(sorted);
            double median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
            double[] deviations = Arrays.stream(series)
                    .map(x -> Math.abs(x - median))
                    .sorted()
                    .toArray();
            double deviation = MAD_TO_DEVIATION * (deviations[(n - 1) / 2] + deviations[n / 2]) / 2;
            boolean[] dips = new boolean[n];
            int count = 0;
            for (int i = 0; i < n; i++) {
                double below = median - series[i];
                dips[i] = below >= DIP * median && below > DIP_DEVIATIONS * deviation;
                count += dips[i] ? 1 : 0;
            }
            return count <= Math.max(1, MOST_DIPS * n) ? dips : new boolean[n];
        }

        /** The series with each dip replaced by the previous second, or the next good one: the level remains. */
        private double[] filled(boolean[] dips) {
            double[] filled = series.clone();
            int good = 0;
            while (good < n && dips[good]) {
                good++;
            }
            for (int i = 0; i < n; i++) {
                good = dips[i] ? good : i;
                filled[i] = series[good];
            }
            return filled;
        }

        private static boolean keepsLevel(double[] series, int from, int to) {
            LevelTest.Result result = LevelTest.of(Arrays.copyOfRange(series, from, to));
            return !result.changed() || result.size() < LEAST_CHANGE;
        }

        /** Whether the series from an index on looks like a trend, though that may be chance. */
        private static boolean mayChange(double[] series, int from, double leastSize) {
            LevelTest.Result result = LevelTest.of(Arrays.copyOfRange(series, from, series.length));
            return result.trend() > DOUBTFUL_TREND && result.trendSize() >= leastSize;
        }

        /** How many values to leave out so that the standard error of the others' mean is least; half of them at most. */
        private static int mser(double[] series) {
            int n = series.length;
            double sum = 0;
            double squares = 0;
            double least = Double.POSITIVE_INFINITY;
            int best = 0;
            // Relative to one of the values: squares of large numbers leave no digits for their differences.
            double origin = series[n - 1];
            for (int left = n - 1; left >= 0; left--) {
                double value = series[left] - origin;
                sum += value;
                squares += value * value;
                int count = n - left;
                double error = (squares - sum * sum / count) / count / count;
                if (left <= n / 2 && error <= least) {
                    least = error;
                    best = left;
                }
            }
            return best;
        }

        private Judged steady(int from, int to, boolean[] dips) {
            int longestFrom = from;
            int longestTo = from;
            int begin = from;
            int count = 0;
            int lastDip = 0;
            for (int i = from; i <= to; i++) {
                if (i == to || dips[i]) {
                    if (i - begin > longestTo - longestFrom) {
                        longestFrom = begin;
                        longestTo = i;
                    }
                    begin = i + 1;
                    count += i < to ? 1 : 0;
                    lastDip = i < to ? i : lastDip;
                }
            }
            if (count > 0) {
                String which = count == 1
                        ? "for second " + (first + lastDip) + " (" + level(series[lastDip]) + ")"
                        : "for " + count + " seconds, the last of them " + (first + lastDip);
                return new Judged(
                        new Assessment(
                                Finding.DIP, "steady at " + level(mean(longestFrom, longestTo)) + " but " + which),
                        longestFrom,
                        longestTo);
            }
            return new Judged(
                    from == 0
                            ? new Assessment(Finding.STEADY, "steady at " + level(mean(from, to)))
                            : new Assessment(
                                    Finding.WARMED_UP,
                                    "steady from second " + (first + from) + " on at " + level(mean(from, to))
                                            + ", before it " + level(mean(0, from))),
                    from,
                    to);
        }

        private Judged slowed(int from) {
            return new Judged(
                    new Assessment(
                            Finding.TWO_LEVELS,
                            "it did " + level(mean(0, from)) + " until second " + (first + from) + " and "
                                    + level(mean(from, n)) + " from then on"),
                    from,
                    n);
        }

        private Judged unsteady(double[] filled) {
            LevelTest.Result change = LevelTest.of(filled);
            int step = change.step();
            if (step > 0 && flat(filled, 0, step) && flat(filled, step, n)) {
                boolean longer = step >= LEAST_SECONDS && step >= n - step;
                Assessment levels = new Assessment(
                        Finding.TWO_LEVELS,
                        "it did " + level(mean(0, step)) + " until second " + (first + step) + " and "
                                + level(mean(step, n)) + " from then on");
                return new Judged(levels, 0, longer ? step : 0);
            }
            return change.after() > change.before()
                    ? none(Finding.WARMING_UP, "still getting better at the end: " + thirds())
                    : none(Finding.DRIFTING, "getting worse or wandering: " + thirds());
        }

        private String thirds() {
            return level(mean(0, n / 3)) + " in the first third of " + n + " whole seconds, "
                    + level(mean(n / 3, n - n / 3)) + " in the second and " + level(mean(n - n / 3, n))
                    + " in the last";
        }

        /** Whether a part keeps a level, as far as its length allows a test. */
        private static boolean flat(double[] series, int from, int to) {
            return to - from < LEAST_SECONDS || keepsLevel(series, from, to);
        }

        private static Judged none(Finding finding, String description) {
            return new Judged(new Assessment(finding, description), 0, 0);
        }

        private double mean(int from, int to) {
            return Arrays.stream(series, from, to).average().orElse(0);
        }

        private String level(double value) {
            if (milliseconds) {
                return value == 0 ? "no answer" : NumberFormat.milliseconds(1e3 / value) + " ms";
            }
            return NumberFormat.decimal(value, 0) + " req/s";
        }
    }
}
