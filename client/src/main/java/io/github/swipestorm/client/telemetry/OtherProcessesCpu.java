package io.github.swipestorm.client.telemetry;

/**
 * CPU time that neither client nor server used, from their readings and the machine's. Includes the kernel's network
 * processing that it accounts to no process.
 */
final class OtherProcessesCpu implements MetricSource {

    private final ServerProcesses server;

    OtherProcessesCpu(ServerProcesses server) {
        this.server = server;
    }

    @Override
    public void read(SampleBuilder interval) {
        double used = server.watched() ? interval.get(Metric.SERVER_CPU) : server.here() ? Double.NaN : 0;
        double others = interval.busyCores() - interval.get(Metric.CLIENT_CPU) - used;
        // The counters are updated at different instants.
        interval.put(Metric.OTHERS_CPU, Math.max(0, others));
    }
}
