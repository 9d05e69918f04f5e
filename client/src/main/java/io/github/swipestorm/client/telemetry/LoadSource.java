package io.github.swipestorm.client.telemetry;

/** What the workers are doing, as the engine tells it. */
final class LoadSource implements Source {

    private final Load load;
    private final Counter active = new Counter();
    private final Counter waited = new Counter();

    LoadSource(Load load) {
        this.load = load;
    }

    @Override
    public void read(Interval interval) {
        LoadReading now = load.now();
        interval.put(Reading.IN_FLIGHT, now.inFlight());
        now.queueDepth().ifPresent(depth -> interval.put(Reading.QUEUE_DEPTH, depth));
        double activeNanos = active.growth(now.activeNanos());
        double waitedNanos = waited.growth(now.waitedNanos());
        if (activeNanos > 0) {
            interval.put(Reading.WAITING_SHARE, Math.min(1, Math.max(0, waitedNanos / activeNanos)));
        }
    }
}
