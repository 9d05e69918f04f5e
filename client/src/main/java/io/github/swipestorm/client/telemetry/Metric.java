package io.github.swipestorm.client.telemetry;

/** What the client reads of itself, of the machine, of the load and of the server, each second of a run. */
public enum Metric {
    /** CPU time of the client's process in the interval, user and kernel. */
    CLIENT_CPU("client_cpu", "cores"),
    /** What making these readings costs: CPU time of the thread that samples and of the one that looks for lag. */
    SAMPLING("client_sampling", "cores"),
    /** The most CPU time that the client may take: the CPUs it may run on, or its control group's quota if that is less. */
    CLIENT_CPU_LIMIT("client_cpu_limit", "cores"),
    /** CPU time of the busiest of the client's event loops; absent for a transport without. */
    BUSIEST_LOOP("client_busiest_loop", "cores"),
    /** CPU time of the busier of the two threads that write attempts down, the collector and the writer of rows. */
    RECORDING("client_recording", "cores"),
    /** Memory of the client's process that is in RAM. */
    CLIENT_RSS("client_rss", "bytes"),
    /** Bytes that the client's Java code allocated in the interval, a second. */
    ALLOCATION("client_allocated", "bytes/s"),
    /** Time for which the garbage collector stood the client still, in each second of the interval. */
    GC_PAUSE("client_gc_pause", "ms/s"),
    /** The longest time in the interval that a thread which wanted to run every 20 ms was late, for whatever reason. */
    SCHEDULING_LAG("client_scheduling_lag", "ms"),
    /** How late that thread was in the mean; the timer itself is some 0.06 ms late. */
    MEAN_LAG("client_mean_lag", "ms"),
    /** Context switches of the client because a thread waited, a second; of more than 64 threads, estimated from 64. */
    VOLUNTARY_SWITCHES("client_voluntary_switches", "1/s"),
    /** Context switches of the client because another thread was to run, a second; estimated likewise. */
    INVOLUNTARY_SWITCHES("client_involuntary_switches", "1/s"),
    /** Sockets that the client's process has open: its descriptors but for those that were no sockets at the start. */
    OPEN_SOCKETS("client_open_sockets", "sockets"),
    /** Bytes that came in over the machine's network interfaces, loopback included, a second. */
    BYTES_IN("machine_bytes_in", "bytes/s"),
    /** Bytes that went out over the machine's network interfaces, loopback included, a second. */
    BYTES_OUT("machine_bytes_out", "bytes/s"),
    /** CPU time that the hypervisor gave to others although this machine wanted it. */
    CPU_STEAL("machine_cpu_steal", "cores"),
    /**
     * CPU time of all other processes of the machine: what was busy without client and server. Absent when the server runs on
     * this machine and is not watched.
     */
    OTHERS_CPU("machine_cpu_others", "cores"),
    /** CPU time of the server's processes in the interval, to 10 ms. */
    SERVER_CPU("server_cpu", "cores"),
    /** The most CPU time that the server may use, as {@link #CLIENT_CPU_LIMIT}. */
    SERVER_CPU_LIMIT("server_cpu_limit", "cores"),
    /** Memory of the server's processes that is in RAM. */
    SERVER_RSS("server_rss", "bytes"),
    /** Attempts sent and not yet done, in the mean over the interval. */
    IN_FLIGHT("in_flight", "attempts"),
    /** Requests that Producer-Consumer's queue holds. */
    QUEUE_DEPTH("queue_depth", "requests"),
    /** Share of the workers' active time in the interval that an attempt of theirs was under way; 0 to 1. */
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

    /** Whether it is CPU time that was used, and not a limit of it. */
    boolean usesCpu() {
        return unit.equals("cores") && this != CLIENT_CPU_LIMIT && this != SERVER_CPU_LIMIT;
    }

    /** What its numbers count. */
    public String unit() {
        return unit;
    }
}
