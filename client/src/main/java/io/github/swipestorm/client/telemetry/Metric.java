package io.github.swipestorm.client.telemetry;

/** The metrics of the client, the machine, the load and the server, sampled each second of a run. */
public enum Metric {
    /** CPU time of the client's process in the interval, user and kernel. */
    CLIENT_CPU("client_cpu", "cores"),
    /** The cost of sampling: CPU time of the sampling thread and of the lag probe's thread. */
    SAMPLING("client_sampling", "cores"),
    /**
     * The most CPU time that the client may use: the CPUs it may run on, or its control group's quota if that is less.
     */
    CLIENT_CPU_LIMIT("client_cpu_limit", "cores"),
    /** CPU time of the busiest of the client's event loops; absent for a transport without. */
    BUSIEST_LOOP("client_busiest_loop", "cores"),
    /** CPU time of the busier of the two threads that record attempts, the collector and the writer of rows. */
    RECORDING("client_recording", "cores"),
    /** Resident memory of the client's process. */
    CLIENT_RSS("client_rss", "bytes"),
    /** Bytes that the client's Java code allocated in the interval, per second. */
    ALLOCATION("client_allocated", "bytes/s"),
    /** Time for which the garbage collector stopped the client, per second. */
    GC_PAUSE("client_gc_pause", "ms/s"),
    /** The longest delay in the interval of a thread that wakes up every 20 ms, for whatever reason. */
    SCHEDULING_LAG("client_scheduling_lag", "ms"),
    /** The mean delay of that thread; the timer itself is some 0.06 ms late. */
    MEAN_LAG("client_mean_lag", "ms"),
    /**
     * Voluntary context switches of the client, because a thread waited, per second; estimated from 64 threads if there
     * are more.
     */
    VOLUNTARY_SWITCHES("client_voluntary_switches", "1/s"),
    /**
     * Involuntary context switches of the client, because another thread had to run, per second; estimated likewise.
     */
    INVOLUNTARY_SWITCHES("client_involuntary_switches", "1/s"),
    /** Open sockets of the client's process: its descriptors except those that were not sockets at the start. */
    OPEN_SOCKETS("client_open_sockets", "sockets"),
    /** Bytes received over the machine's network interfaces, loopback included, per second. */
    BYTES_IN("machine_bytes_in", "bytes/s"),
    /** Bytes sent over the machine's network interfaces, loopback included, per second. */
    BYTES_OUT("machine_bytes_out", "bytes/s"),
    /** CPU time that the hypervisor gave to other machines although this one wanted it. */
    CPU_STEAL("machine_cpu_steal", "cores"),
    /**
     * CPU time of all other processes of the machine, excluding client and server. Absent when the server runs on this
     * machine and is not sampled.
     */
    OTHERS_CPU("machine_cpu_others", "cores"),
    /** CPU time of the server's processes in the interval, to 10 ms. */
    SERVER_CPU("server_cpu", "cores"),
    /** The most CPU time that the server may use, as {@link #CLIENT_CPU_LIMIT}. */
    SERVER_CPU_LIMIT("server_cpu_limit", "cores"),
    /** Resident memory of the server's processes. */
    SERVER_RSS("server_rss", "bytes"),
    /**
     * Active users, as a mean over the interval: in a closed loop the workers that take part; in an open loop those that
     * have an attempt in flight or think.
     */
    ACTIVE_USERS("active_users", "users"),
    /** Workers that take part, of an open loop whose pool may grow. */
    WORKERS("workers", "workers"),
    /** Attempts sent and not yet done, as a mean over the interval. */
    IN_FLIGHT("in_flight", "attempts"),
    /** Requests in Producer-Consumer's queue. */
    QUEUE_DEPTH("queue_depth", "requests"),
    /** Share of the workers' active time in the interval with an attempt in flight; 0 to 1. */
    WAITING_SHARE("waiting_share", "of the workers' time");

    private final String column;
    private final String unit;

    Metric(String column, String unit) {
        this.column = column;
        this.unit = unit;
    }

    /** Its column in {@code telemetry.csv}. */
    public String column() {
        return column;
    }

    /** Whether it is CPU time used, as opposed to a limit. */
    boolean usesCpu() {
        return unit.equals("cores") && this != CLIENT_CPU_LIMIT && this != SERVER_CPU_LIMIT;
    }

    /** The unit of its values. */
    public String unit() {
        return unit;
    }
}
