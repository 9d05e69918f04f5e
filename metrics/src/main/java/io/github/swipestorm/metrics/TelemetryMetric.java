package io.github.swipestorm.metrics;

import static io.github.swipestorm.metrics.MetricFamily.Type.COUNTER;
import static io.github.swipestorm.metrics.MetricFamily.Type.GAUGE;
import static io.github.swipestorm.metrics.MetricFamily.Unit.BYTES;
import static io.github.swipestorm.metrics.MetricFamily.Unit.CORES;
import static io.github.swipestorm.metrics.MetricFamily.Unit.NONE;
import static io.github.swipestorm.metrics.MetricFamily.Unit.RATIO;
import static io.github.swipestorm.metrics.MetricFamily.Unit.SECONDS;

import io.github.swipestorm.client.telemetry.Metric;
import io.github.swipestorm.metrics.MetricFamily.Type;
import io.github.swipestorm.metrics.MetricFamily.Unit;
import java.util.EnumMap;
import java.util.Map;

/**
 * How a sampled metric is exported: rates as counters of what they add up to, everything else as the latest value.
 *
 * @param name as in {@link MetricFamily}
 * @param type counter or gauge
 * @param unit of the exported value
 * @param factor from the sampled unit to the exported one
 * @param label by which two sampled metrics share a name; empty for none
 * @param labelValue of that label
 * @param help what it is
 */
record TelemetryMetric(String name, Type type, Unit unit, double factor, String label, String labelValue, String help) {

    /** Of every sampled metric. */
    static final Map<Metric, TelemetryMetric> OF = all();

    private static Map<Metric, TelemetryMetric> all() {
        Map<Metric, TelemetryMetric> all = new EnumMap<>(Metric.class);
        for (Metric metric : Metric.values()) {
            all.put(metric, of(metric));
        }
        return all;
    }

    private static TelemetryMetric of(Metric metric) {
        return switch (metric) {
            case CLIENT_CPU -> of("client_cpu", COUNTER, SECONDS, "CPU time of the client's process.");
            case SAMPLING -> of("client_sampling_cpu", COUNTER, SECONDS, "CPU time of the client's own sampling.");
            case CLIENT_CPU_LIMIT -> of("client_cpu_limit", GAUGE, CORES, "The most CPUs that the client may use.");
            case BUSIEST_LOOP -> of("client_busiest_loop", GAUGE, CORES, "CPU of the busiest event loop.");
            case RECORDING -> of("client_recording", GAUGE, CORES, "CPU of the busier of the two recording threads.");
            case CLIENT_RSS -> of("client_resident_memory", GAUGE, BYTES, "Resident memory of the client's process.");
            case ALLOCATION -> of("client_allocated", COUNTER, BYTES, "Bytes that the client's Java code allocated.");
            case GC_PAUSE ->
                milliseconds("client_gc_pause", COUNTER, "Time for which the garbage collector stopped the client.");
            case SCHEDULING_LAG ->
                milliseconds(
                        "client_scheduling_lag_max",
                        GAUGE,
                        "The longest delay of a client thread that wakes up every 20 ms.");
            case MEAN_LAG -> milliseconds("client_scheduling_lag_mean", GAUGE, "The mean delay of that thread.");
            case VOLUNTARY_SWITCHES -> switches("voluntary");
            case INVOLUNTARY_SWITCHES -> switches("involuntary");
            case OPEN_SOCKETS ->
                of("client_open_sockets", GAUGE, NONE, "Open sockets of the client, its connections among them.");
            case BYTES_IN -> network("received");
            case BYTES_OUT -> network("sent");
            case CPU_STEAL ->
                of("machine_cpu_steal", COUNTER, SECONDS, "CPU time that the hypervisor gave to other machines.");
            case OTHERS_CPU ->
                of("machine_cpu_others", COUNTER, SECONDS, "CPU time of processes other than client and server.");
            case SERVER_CPU -> of("server_cpu", COUNTER, SECONDS, "CPU time of the server's processes.");
            case SERVER_CPU_LIMIT -> of("server_cpu_limit", GAUGE, CORES, "The most CPUs that the server may use.");
            case SERVER_RSS -> of("server_resident_memory", GAUGE, BYTES, "Resident memory of the server's processes.");
            case ACTIVE_USERS -> of("active_users", GAUGE, NONE, "Active users, a mean over the last second.");
            case WORKERS -> of("workers", GAUGE, NONE, "Workers that take part, of an open loop whose pool may grow.");
            case IN_FLIGHT ->
                of("attempts_in_flight", GAUGE, NONE, "Attempts sent and not yet done, a mean over the last second.");
            case QUEUE_DEPTH -> of("queue_depth", GAUGE, NONE, "Requests in the queue of Producer-Consumer.");
            case WAITING_SHARE -> of("waiting", GAUGE, RATIO, "Share of the workers' time with an attempt in flight.");
        };
    }

    private static TelemetryMetric of(String name, Type type, Unit unit, String help) {
        return new TelemetryMetric(name, type, unit, 1, "", "", help);
    }

    private static TelemetryMetric milliseconds(String name, Type type, String help) {
        return new TelemetryMetric(name, type, SECONDS, 1e-3, "", "", help);
    }

    private static TelemetryMetric switches(String kind) {
        return new TelemetryMetric(
                "client_context_switches", COUNTER, NONE, 1, "kind", kind, "Context switches of the client.");
    }

    private static TelemetryMetric network(String direction) {
        return new TelemetryMetric(
                "machine_network",
                COUNTER,
                BYTES,
                1,
                "direction",
                direction,
                "Bytes over the machine's network interfaces.");
    }
}
