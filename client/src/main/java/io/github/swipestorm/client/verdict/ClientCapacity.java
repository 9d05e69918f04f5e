package io.github.swipestorm.client.verdict;

import io.github.swipestorm.client.distribution.Average;
import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.transport.HttpVersion;
import io.github.swipestorm.client.workload.Workload;
import io.github.swipestorm.client.workload.swipes.RandomSwipes;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * The maximum throughput of this client with one sender variant, measured against a minimal responder.
 *
 * @param workload what was sent, as {@link #work} says; null in a file that does not say
 * @param model the name of the sending model; null in a file that does not say
 * @param responseBytes mean body of an answer; null in a file that does not say
 * @param transport its name
 * @param workerThreads what its workers ran on
 * @param eventLoops threads that drove the connections; 0 for a transport without event loops
 * @param tls the provider of TLS; null for clear text, and in a file that does not say
 * @param threads workers, at least 1
 * @param requestsPerSecond ok requests a second
 * @param clientCpuMicrosPerRequest CPU time of the client's process for each request; 0 where it cannot be read
 * @param responderCpuMicrosPerRequest CPU time of the responder's process for each request; 0 where it cannot be read
 * @param limitedByClient whether the client was the limit; otherwise it can send more than this
 * @param evidence how that is known, in one line
 */
public record ClientCapacity(
        String workload,
        String model,
        Double responseBytes,
        String transport,
        String workerThreads,
        int eventLoops,
        String tls,
        int threads,
        double requestsPerSecond,
        double clientCpuMicrosPerRequest,
        double responderCpuMicrosPerRequest,
        boolean limitedByClient,
        String evidence) {

    /** A difference up to this between mean response bodies costs the client about as much. */
    static final double SIMILAR_BYTES = 1_024;
    /** Larger bodies may differ by this share of the calibrated size. */
    static final double SIMILAR_SHARE = 0.25;

    /** What a calibration sends, and what it sent if its file does not say. */
    public static final Workload WORKLOAD = new RandomSwipes();

    /** The model of a calibration. No other model costs the client less, so a capacity with it is valid for all. */
    public static final SendingModel MODEL = new Average();

    private static final Pattern FILE = Pattern.compile(" of .*(, SHA-256 [0-9a-f]+)$", Pattern.DOTALL);

    public ClientCapacity {
        workload = workload == null ? WORKLOAD.name() : workload;
        model = model == null ? MODEL.name() : model;
    }

    /** What a workload sends, by its name; for one of a file also by the file's content. */
    public static String work(Workload workload) {
        return workload.source()
                .map(source -> workload.name() + " of " + source)
                .orElseGet(workload::name);
    }

    /** The provider of TLS of a plan; null for clear text. */
    public static String tls(LoadPlan plan) {
        return plan.target().secure() ? plan.transport().tls().provider().toString() : null;
    }

    /** The same file may be named by several paths, and its fingerprint says that it is the same. */
    private static String sent(String work) {
        return FILE.matcher(work).replaceFirst("$1");
    }

    /** Whether a run had comparable work: it sent the same in the same way, and responses were about as large. */
    boolean comparable(RunResult result) {
        return comparable(result.plan(), meanResponseBytes(result));
    }

    /** The mean body of a run's responses, in bytes; attempts without a response count as empty ones. */
    public static double meanResponseBytes(RunResult result) {
        return (double) result.counts().bytes() / Math.max(1, result.counts().attempts());
    }

    boolean comparable(LoadPlan plan, double meanResponseBytes) {
        boolean similarAnswers = responseBytes == null
                || Math.abs(meanResponseBytes - responseBytes)
                        <= Math.max(SIMILAR_BYTES, SIMILAR_SHARE * responseBytes);
        boolean sameModel =
                model.equals(MODEL.name()) || model.equals(plan.model().name());
        return sameSender(plan) && sameModel && sent(workload).equals(sent(work(plan.workload()))) && similarAnswers;
    }

    /** Whether a plan uses the same sender variant: the number of workers may differ, the number of event loops may not. */
    private boolean sameSender(LoadPlan plan) {
        return transport.equals(plan.transport().kind().name())
                && workerThreads.equals(plan.workerThreads().toString())
                && eventLoops == plan.transport().loops()
                && plan.transport().pipeline() == 1
                && plan.transport().keepAlive()
                && !plan.transport().features().any()
                && plan.transport().http().version() != HttpVersion.HTTP_2
                && Objects.equals(tls, tls(plan))
                && !plan.target().tcp();
    }
}
