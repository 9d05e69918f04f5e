package io.github.swipestorm.client.inference;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * The search for the highest rate at which an objective is met, as a plan of runs: it says what to run next, records
 * whether the objective was met, and sends nothing itself.
 *
 * <ol>
 *   <li>From the first rate it doubles until a rate is not met, or halves until one is.
 *   <li>Between the highest rate that was met and the lowest that was not it takes the geometric mean, until both are as
 *       close as the precision demands (bisection).
 *   <li>The highest rate that was met is confirmed by a longer run. When that fails, the rate counts as not met, and a
 *       lower one is confirmed instead: first lower by the precision, then by twice as much, and so on.
 * </ol>
 *
 * Before the confirmation each rate is judged by the <b>majority</b> of its repeats, and not run again once that is certain. Near
 * the limit a rate is met in one run and not in the next; if all repeats had to be met, the answer would become lower
 * with every repeat asked for. The single longer run is the strict judge at the end.
 *
 * <p>Rates have four significant digits, so that they can be written down. The recorded results determine everything that follows: a
 * search that was interrupted continues when these results are passed to a new one with the same settings. Steps are
 * bounded, see {@link Settings}. Not thread-safe.
 */
public final class CapacitySearch {
    private static final MathContext FOUR_DIGITS = new MathContext(4);

    private final Settings settings;
    private double rate;
    /** Only rates below {@code lowestMissed}. */
    private SortedSet<Double> ratesMet = new TreeSet<>();

    private double lowestMissed = Double.POSITIVE_INFINITY;
    private int rates = 1;
    private int runs;
    private int met;
    private int missed;
    private int confirmations;
    private Optional<Ending> ending = Optional.empty();

    /**
     * What to search, and its limits.
     *
     * @param firstRate initial rate in requests per second, from {@code lowestRate} to {@code highestRate}
     * @param lowestRate the lowest rate to try, above 0
     * @param highestRate the highest rate to try: the client's own capacity
     * @param precision how far apart the two rates may be in the end, relative to the lower one; 0.01 to 1, usually
     *     0.05
     * @param repeats runs of each rate, an odd number of 1 or more
     * @param mostRates how many rates to try before the confirmation, 1 or more; the value of {@link #usual} always
     *     reaches the precision
     * @param mostConfirmations how many longer runs at most, 1 to 20
     */
    public record Settings(
            double firstRate,
            double lowestRate,
            double highestRate,
            double precision,
            int repeats,
            int mostRates,
            int mostConfirmations) {

        /** @throws IllegalArgumentException when a value is not in its range */
        public Settings {
            if (!(lowestRate > 0 && lowestRate <= firstRate && firstRate <= highestRate)
                    || Double.isInfinite(highestRate)) {
                throw new IllegalArgumentException("A search must begin between its lowest and its highest rate, but "
                        + firstRate + " is not within " + lowestRate + " and " + highestRate);
            }
            if (!(precision >= 0.01 && precision <= 1)) {
                throw new IllegalArgumentException("A search's precision is 0.01 to 1, not " + precision);
            }
            if (repeats < 1 || repeats % 2 == 0) {
                throw new IllegalArgumentException(
                        "A majority needs an odd number of repeats, not " + repeats + "; try " + (repeats + 1));
            }
            if (mostRates < 1 || mostConfirmations < 1 || mostConfirmations > 20) {
                throw new IllegalArgumentException("A search needs a rate and 1 to 20 confirmations, not " + mostRates
                        + " and " + mostConfirmations);
            }
        }

        /**
         * The usual settings: down to a thousandth of the first rate and up to a thousand times it, 5 % apart in the
         * end, 3 runs per rate, 5 confirmations.
         *
         * @throws IllegalArgumentException when {@code firstRate} is not a number above 0
         */
        public static Settings usual(double firstRate) {
            return new Settings(firstRate, firstRate / 1_000, firstRate * 1_000, 0.05, 3, 40, 5);
        }
    }

    /**
     * One run.
     *
     * @param number 1 for the search's first run, 2 for its second, and so on
     * @param rate requests per second, four significant digits
     * @param confirmation whether this is a longer run, which decides alone
     */
    public record Step(int number, double rate, boolean confirmation) {}

    /** How a search may end. */
    public enum Ending {
        /** A longer run met the objective at the highest rate met. */
        CONFIRMED,
        /** No longer run met it, and no more were allowed, or no lower rate was left. */
        NOT_CONFIRMED,
        /** Not even the lowest rate met it. */
        NO_RATE_MET
    }

    /**
     * The result of a search.
     *
     * @param ending how it ended
     * @param highestMet the highest rate that was met and not refuted; absent when there is none
     * @param lowestMissed the lowest rate that was not met; absent when the highest rate allowed was met, which makes
     *     {@code highestMet} an <em>at least</em>
     * @param runs how many there were
     */
    public record Result(Ending ending, Optional<Double> highestMet, Optional<Double> lowestMissed, int runs) {}

    private CapacitySearch(Settings settings) {
        this.settings = settings;
        this.rate = allowed(settings.firstRate());
    }

    /** A search without any results yet. */
    public static CapacitySearch start(Settings settings) {
        return new CapacitySearch(settings);
    }

    /** The next run; empty when the search has ended. Repeated calls return the same step. */
    public Optional<Step> next() {
        return ending.isPresent() ? Optional.empty() : Optional.of(new Step(runs + 1, rate, confirmations > 0));
    }

    /**
     * Records whether a run met the objective.
     *
     * @param step the one that {@link #next} returned
     * @param objectiveMet whether the objective was met
     * @throws IllegalArgumentException when that step is not the next one: recorded under other settings, for example
     */
    public void recordResult(Step step, boolean objectiveMet) {
        if (!next().equals(Optional.of(step))) {
            throw new IllegalArgumentException(
                    "The next step is " + next().map(Step::toString).orElse("none") + ", not " + step
                            + "; was it made with other settings?");
        }
        runs++;
        if (confirmations > 0) {
            confirmed(objectiveMet);
            return;
        }
        met += objectiveMet ? 1 : 0;
        missed += objectiveMet ? 0 : 1;
        if (Math.max(met, missed) > settings.repeats() / 2) {
            judged(met > missed);
        }
    }

    private void judged(boolean rateMet) {
        met = 0;
        missed = 0;
        if (rateMet) {
            ratesMet.add(rate);
        } else {
            lowestMissed = rate;
        }
        boolean nothingLower = ratesMet.isEmpty() && rate <= settings.lowestRate();
        if (nothingLower || (ratesMet.isEmpty() && rates == settings.mostRates())) {
            ending = Optional.of(Ending.NO_RATE_MET);
        } else if (rates == settings.mostRates() || closeEnough()) {
            rate = ratesMet.last();
            confirmations = 1;
        } else {
            rates++;
            rate = between();
        }
    }

    private boolean closeEnough() {
        if (ratesMet.isEmpty()) {
            return false;
        }
        return lowestMissed == Double.POSITIVE_INFINITY
                ? ratesMet.last() >= settings.highestRate()
                : lowestMissed <= ratesMet.last() * (1 + settings.precision());
    }

    private double between() {
        if (ratesMet.isEmpty()) {
            return allowed(lowestMissed / 2);
        }
        return lowestMissed == Double.POSITIVE_INFINITY
                ? allowed(ratesMet.last() * 2)
                : allowed(Math.sqrt(ratesMet.last() * lowestMissed));
    }

    private double allowed(double wanted) {
        double written = new BigDecimal(wanted).round(FOUR_DIGITS).doubleValue();
        return Math.min(settings.highestRate(), Math.max(settings.lowestRate(), written));
    }

    private void confirmed(boolean rateMet) {
        if (rateMet) {
            ratesMet.add(rate);
            ending = Optional.of(Ending.CONFIRMED);
            return;
        }
        lowestMissed = rate;
        ratesMet = new TreeSet<>(ratesMet.headSet(rate));
        if (confirmations == settings.mostConfirmations() || rate <= settings.lowestRate()) {
            ending = Optional.of(Ending.NOT_CONFIRMED);
            return;
        }
        rate = allowed(rate / (1 + settings.precision() * (1 << (confirmations - 1))));
        confirmations++;
    }

    /** The result; empty while there is a next step. */
    public Optional<Result> result() {
        return ending.map(how -> new Result(
                how,
                ratesMet.isEmpty() ? Optional.empty() : Optional.of(ratesMet.last()),
                lowestMissed == Double.POSITIVE_INFINITY ? Optional.empty() : Optional.of(lowestMissed),
                runs));
    }
}
