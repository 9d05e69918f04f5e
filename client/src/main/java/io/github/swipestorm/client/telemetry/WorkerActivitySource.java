package io.github.swipestorm.client.telemetry;

/** The workers' activity, as reported by the engine. */
final class WorkerActivitySource implements MetricSource {

    private final WorkerActivity activity;
    private final Counter active = new Counter();
    private final Counter waited = new Counter();
    private final Counter thinking = new Counter();
    private final Counter users = new Counter();

    WorkerActivitySource(WorkerActivity activity) {
        this.activity = activity;
    }

    @Override
    public void read(SampleBuilder interval) {
        WorkerActivity.Snapshot now = activity.now();
        now.workers().ifPresent(workers -> interval.put(Metric.WORKERS, workers));
        now.queueDepth().ifPresent(depth -> interval.put(Metric.QUEUE_DEPTH, depth));
        double activeNanos = active.growth(now.activeNanos());
        double waitedNanos = waited.growth(now.waitedNanos());
        double busyNanos = activeNanos - thinking.growth(now.thinkingNanos());
        // Attempts are counted some milliseconds after their end, so a sum may lag, or catch up.
        double waiting = Math.min(Math.max(0, busyNanos), Math.max(0, waitedNanos));
        if (activeNanos > 0) {
            interval.putRate(Metric.IN_FLIGHT, waiting / 1e9);
        }
        double usersNanos = users.growth(now.usersNanos());
        interval.putRate(Metric.ACTIVE_USERS, Math.min(Math.max(0, activeNanos), usersNanos) / 1e9);
        // Workers that think wait for nothing.
        if (busyNanos > 0) {
            interval.put(Metric.WAITING_SHARE, waiting / busyNanos);
        }
    }
}
