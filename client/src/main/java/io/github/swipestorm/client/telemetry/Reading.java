package io.github.swipestorm.client.telemetry;

/** What the client reads of itself, of the machine, of the load and of the server, each second of a run. */
public enum Reading {
    /** CPU time of the client's process in the interval, user and kernel. */
    CLIENT_CPU("client_cpu", "cores"),
    /** Memory of the client's process that is in RAM. */
    CLIENT_RSS("client_rss", "bytes"),
    /** Bytes that the client's Java code allocated in the interval, a second. */
    ALLOCATION("client_allocated", "bytes/s"),
    /** Time in the interval in which the garbage collector stood the client still. */
    GC_PAUSE("client_gc_pause", "ms"),
    /** The longest time in the interval that a thread which wanted to run every few milliseconds was late. */
    SCHEDULING_LAG("client_scheduling_lag", "ms"),
    /** Context switches of the client because a thread waited, a second. */
    VOLUNTARY_SWITCHES("client_voluntary_switches", "1/s"),
    /** Context switches of the client because another thread was to run, a second. */
    INVOLUNTARY_SWITCHES("client_involuntary_switches", "1/s"),
    /** Sockets that the client's process has open. */
    OPEN_SOCKETS("client_open_sockets", "sockets"),
    /** Bytes that came in over the machine's network interfaces, loopback included, a second. */
    BYTES_IN("machine_bytes_in", "bytes/s"),
    /** Bytes that went out over the machine's network interfaces, loopback included, a second. */
    BYTES_OUT("machine_bytes_out", "bytes/s"),
    /** CPU time that the hypervisor gave to others although this machine wanted it. */
    CPU_STEAL("machine_cpu_steal", "cores"),
    /** CPU time of the server's process in the interval. */
    SERVER_CPU("server_cpu", "cores"),
    /** Memory of the server's process that is in RAM. */
    SERVER_RSS("server_rss", "bytes"),
    /** Attempts sent and not yet done. */
    IN_FLIGHT("in_flight", "attempts"),
    /** Requests that Producer-Consumer's queue holds. */
    QUEUE_DEPTH("queue_depth", "requests"),
    /** Share of the workers' time in the interval that they waited for an answer, and not for the client; 0 to 1. */
    WAITING_SHARE("waiting_share", "of the workers' time");

    private final String column;
    private final String unit;

    Reading(String column, String unit) {
        this.column = column;
        this.unit = unit;
    }

    /** Its column in {@code telemetry.csv}. */
    public String column() {
        return column;
    }

    /** What its numbers count. */
    public String unit() {
        return unit;
    }
}
