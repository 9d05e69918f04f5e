package io.github.swipestorm.client.arrival;

/** Bursts at one rate for ever: all requests of a period are due at its beginning, the first ones at the start of the run. */
final class BurstSchedule implements ArrivalSchedule {

    private final long requests;
    private final long period;

    /** For a rate above 0. */
    BurstSchedule(Rate rate) {
        requests = rate.requests();
        period = rate.periodNanos();
    }

    @Override
    public long due(long index) {
        long burst = index / requests;
        return burst > NEVER / period ? NEVER : burst * period;
    }

    @Override
    public long countBefore(long nanos) {
        // A rate has at most one request for each 100 ns, so the product fits.
        return nanos <= 0 ? 0 : ((nanos - 1) / period + 1) * requests;
    }
}
