package io.github.swipestorm.client.arrival;

/**
 * Constant arrivals at one rate for ever: request i is due at floor(i * period / requests). Every instant is computed
 * from its index alone in integer arithmetic, so errors do not accumulate and the rate is as exact after a year as at
 * the start.
 */
final class SteadySchedule implements ArrivalSchedule {

    /** Estimates beyond this might round to more than a long can hold; it is 292 years. */
    private static final double END_OF_TIME = 0x1p63 - 0x1p20;

    private final long requests;
    private final long period;

    /** For a rate above 0. */
    SteadySchedule(Rate rate) {
        requests = rate.requests();
        period = rate.periodNanos();
    }

    @Override
    public long due(long index) {
        return (double) index * period / requests >= END_OF_TIME ? NEVER : scaled(index, period, requests);
    }

    @Override
    public long countBefore(long nanos) {
        if (nanos <= 0) {
            return 0;
        }
        long whole = scaled(nanos, requests, period);
        // The remainder is smaller than the period, so it is zero when the lower halves of the products are equal.
        boolean exact = whole * period == nanos * requests;
        return exact ? whole : whole + 1;
    }

    /**
     * floor(a * b / c), whose product may need 128 bits. The estimate in doubles is wrong by at most five roundings of
     * 2^-53 each, so the remaining part of the product is smaller than 5 * 2^-53 * a * b. Here a * b is at most 2^63 *
     * 3.6 * 10^13, as a rate is at most one request per 100 ns: the remainder fits into a long, and intermediate
     * overflows cancel out.
     */
    private static long scaled(long a, long b, long c) {
        long estimate = (long) ((double) a * b / c);
        return estimate + Math.floorDiv(a * b - estimate * c, c);
    }
}
