package io.github.swipestorm.client.record;

import java.util.Set;
import java.util.TreeSet;

/**
 * The names of the files in the directory of a run or an experiment, other than its per-request CSV. The program
 * replaces these files, and other commands recognize a directory by them, so the per-request CSV has none of these
 * names.
 */
public final class RunFiles {

    /** The results of a run for other programs; during the run, only its plan and command. */
    public static final String SUMMARY = "summary.json";

    /** The counts and latencies of each second. */
    public static final String THROUGHPUT = "throughput.csv";

    /** The same of each operation, where a workload has several. */
    public static final String OPERATIONS = "throughput-by-operation.csv";

    /** The distribution of response times, as HdrHistogram's text. */
    public static final String RESPONSE_HISTOGRAM = "response-time.hgrm";

    /** CPU, memory and network usage of client, server and machine. */
    public static final String TELEMETRY = "telemetry.csv";

    /** The pauses of the client's garbage collector. */
    public static final String GC_PAUSES = "gc-pauses.csv";

    /** The page of a run or an experiment. */
    public static final String PAGE = "report.html";

    /** The interval log of service times. */
    public static final String SERVICE_LOG = "service-time.hlog";

    /** The interval log of response times. */
    public static final String RESPONSE_LOG = "response-time.hlog";

    /** The runs of an experiment. */
    public static final String RUNS = "runs.csv";

    /** The figures of each operation in each run of an experiment, where a workload has several. */
    public static final String RUNS_BY_OPERATION = "runs-by-operation.csv";

    /** The plan of an experiment. */
    public static final String EXPERIMENT = "experiment.json";

    /** The file that is locked while a run or an experiment writes into the directory. */
    public static final String LOCK = ".lock";

    private static final Set<String> NAMES = names();

    private RunFiles() {}

    private static Set<String> names() {
        // Some file systems are not case-sensitive.
        Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        names.addAll(Set.of(SUMMARY, THROUGHPUT, TELEMETRY, GC_PAUSES, PAGE, SERVICE_LOG, RESPONSE_LOG));
        names.addAll(Set.of(OPERATIONS, RESPONSE_HISTOGRAM));
        names.addAll(Set.of(RUNS, RUNS_BY_OPERATION, EXPERIMENT, LOCK));
        names.addAll(Set.of("throughput.svg", "throughput.png", "latency.svg", "latency.png"));
        return names;
    }

    /**
     * Checks that a per-request CSV does not overwrite another file of the run.
     *
     * @throws IllegalArgumentException with a message for the user when it does, in upper or lower case
     */
    public static void requireFree(String recordsName) {
        if (NAMES.contains(recordsName)) {
            throw new IllegalArgumentException("'" + recordsName
                    + "' cannot be the per-request CSV, because the program itself writes a file of that name: choose "
                    + "another name, such as records.csv");
        }
    }
}
