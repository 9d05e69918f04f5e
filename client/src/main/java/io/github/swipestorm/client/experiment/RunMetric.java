package io.github.swipestorm.client.experiment;

import java.util.List;

/** A metric that an experiment keeps of each of its runs. */
public enum RunMetric {
    /** Requests of the plan; when only time ended a closed loop, those that were begun. */
    PLANNED("planned", "requests"),
    /** Requests that were ok in the end. */
    OK("ok", "requests"),
    /** Requests that were not. */
    FAILED("failed", "requests"),
    /** Requests of the plan that were never begun. */
    NEVER_SENT("never_sent", "requests"),
    /** HTTP exchanges that were tried. */
    ATTEMPTS("attempts", "attempts"),
    /** From the start of the clock until the last attempt ended. */
    WALL_TIME("wall_s", "s"),
    /** Ok requests divided by wall time. */
    THROUGHPUT("ok_per_s", "requests/s"),
    /** Requests due per second; absent in a closed loop. */
    OFFERED("offered_per_s", "requests/s"),
    /** 1 when requests were sent on time, 0 when they were not; absent in a closed loop. */
    OFFERED_MET("offered_met", "0 or 1"),
    /** Mean service time of ok attempts. */
    SERVICE_MEAN("service_mean_ms", "ms"),
    /** Median of the service time. */
    SERVICE_P50("service_p50_ms", "ms"),
    /** 99th percentile of the service time. */
    SERVICE_P99("service_p99_ms", "ms"),
    /** Longest service time. */
    SERVICE_MAX("service_max_ms", "ms"),
    /** Mean response time of ok attempts. */
    RESPONSE_MEAN("response_mean_ms", "ms"),
    /** Median of the response time. */
    RESPONSE_P50("response_p50_ms", "ms"),
    /** 90th percentile of the response time; absent in files of earlier versions. */
    RESPONSE_P90("response_p90_ms", "ms"),
    /** 99th percentile of the response time. */
    RESPONSE_P99("response_p99_ms", "ms"),
    /** Longest response time. */
    RESPONSE_MAX("response_max_ms", "ms"),
    /** Mean time of a whole ok request: all its attempts, and the pauses between them. */
    REQUEST_MEAN("request_mean_ms", "ms"),
    /** Standard deviation of the time of a whole ok request. */
    REQUEST_STDEV("request_stdev_ms", "ms"),
    /** Mean number of attempts in flight: the sum of all service times divided by wall time. */
    CONCURRENCY("concurrency", "attempts"),
    /**
     * Mean number of active workers: each counts from its first request's start to its last one's end; absent when
     * unknown.
     */
    WORKERS_AT_WORK("workers_at_work", "workers"),
    /** CPU time of the client's process; absent where the system does not report it. */
    CLIENT_CPU("client_cpu_s", "s"),
    /** Bytes of response bodies. */
    BODY_BYTES("body_bytes", "bytes"),
    /** Mean resident memory of the client's process; absent where it was not read. */
    CLIENT_RSS("client_rss_bytes", "bytes"),
    /** CPU time of the server's process per second; absent where it was not read. */
    SERVER_CPU("server_cpu_cores", "cores"),
    /** Bytes received over the machine's network interfaces per second; absent where they were not read. */
    BYTES_IN("bytes_in_per_s", "bytes/s"),
    /** Bytes sent over the machine's network interfaces per second; absent where they were not read. */
    BYTES_OUT("bytes_out_per_s", "bytes/s"),
    /** The most sockets that the client had open; absent where they were not read. */
    OPEN_SOCKETS("open_sockets", "sockets"),
    /** Mean think time for each request; absent without any, and in files of earlier versions. */
    THINK_MEAN("think_mean_ms", "ms"),
    /** Iterations that ended by themselves, by wall time; absent without scenarios, and in files of earlier versions. */
    ITERATIONS("iterations_per_s", "iterations/s"),
    /** 95th percentile of the duration of completed iterations; absent without any, and in files of earlier versions. */
    ITERATION_P95("iteration_p95_ms", "ms"),
    /** Mean number of the client's open sockets over all samples; absent in files of earlier versions. */
    OPEN_SOCKETS_MEAN("open_sockets_mean", "sockets"),
    /** Most resident memory of the client's process; absent in files of earlier versions. */
    CLIENT_RSS_MAX("client_rss_max_bytes", "bytes"),
    /** Most CPU time of the client's process per second; absent in files of earlier versions. */
    CLIENT_CPU_MAX("client_cpu_max_cores", "cores"),
    /** Mean resident memory of the server's process; absent where it was not read, and in files of earlier versions. */
    SERVER_RSS("server_rss_bytes", "bytes"),
    /** Number of samples that these means and maxima are of; absent in files of earlier versions. */
    SAMPLES("samples", "samples");

    /** The metrics that are kept of each operation, where a workload has several. */
    static final List<RunMetric> OF_OPERATION = List.of(
            OK,
            FAILED,
            ATTEMPTS,
            THROUGHPUT,
            SERVICE_MEAN,
            SERVICE_P50,
            SERVICE_P99,
            SERVICE_MAX,
            RESPONSE_MEAN,
            RESPONSE_P50,
            RESPONSE_P90,
            RESPONSE_P99,
            RESPONSE_MAX,
            BODY_BYTES);

    private final String column;
    private final String unit;

    RunMetric(String column, String unit) {
        this.column = column;
        this.unit = unit;
    }

    /** Its column in {@code runs.csv}. */
    public String column() {
        return column;
    }

    /** The unit of its values. */
    public String unit() {
        return unit;
    }
}
