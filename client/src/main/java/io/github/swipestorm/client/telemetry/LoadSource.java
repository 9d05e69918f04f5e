package io.github.swipestorm.client.telemetry;

/** The workers' activity, as reported by the engine. */
final class LoadSource implements MetricSource {

    private final Load load;
    private final Counter active = new Counter();
    private final Counter waited = new Counter();

    LoadSource(Load load) {
        this.load = load;
    }

    @Override
    public void read(SampleBuilder interval) {
        Load.Snapshot now = load.now();
        now.queueDepth().ifPresent(depth -> interval.put(Metric.QUEUE_DEPTH, depth));
        double activeNanos = active.growth(now.activeNanos());
        double waitedNanos = waited.growth(now.waitedNanos());
        if (activeNanos > 0) {
            // Attempts are counted some milliseconds after their end, so a sum may lag, or catch up.
            double waiting = Math.min(activeNanos, Math.max(0, waitedNanos));
            interval.putRate(Metric.IN_FLIGHT, waiting / 1e9);
            interval.put(Metric.WAITING_SHARE, waiting / activeNanos);
        }
    }
}
