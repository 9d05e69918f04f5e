package io.github.swipestorm.client.verdict;

import io.github.swipestorm.client.engine.Probe.ConnectTimes;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.Optional;

/**
 * When the network between client and server is the limit. In a full network packets queue, those of a new connection included,
 * which the kernel at the other end answers without the server's help. So a full network delays new connections as much as it
 * delays requests, and a busy server does not delay them.
 */
final class NetworkRules {

    /** Under load, connecting takes at least this long, in milliseconds: queues below it do not decide, */
    static final double LEAST_MS = 5;
    /** and this many times as long as without load, */
    static final double TIMES = 5;
    /** and at least this share of an answer's median: the answer waited in the same queue. */
    static final double SHARE = 0.25;
    /**
     * The client's threads run late by no more than this share of it. On a full machine a connection may wait for the CPU; how
     * long threads wait for it is measured, so that a full machine alone is no reason for doubt.
     */
    static final double LAG = 0.2;

    /** Of answers of this many bytes on average or more, the first part arrives long before the last over a slow network; */
    static final double LARGE_BYTES = 16_384;
    /** these need at least this share of their time for what follows the first part. */
    static final double TRANSFER = 0.5;

    private NetworkRules() {}

    static Optional<Verdict> connects(Evidence evidence) {
        return evidence.probe()
                .flatMap(probe -> probe.connects())
                .filter(times -> waits(evidence, times))
                .map(times -> new Verdict(
                        Bound.NETWORK,
                        "while the workers sent, a TCP connection to the server took "
                                + ServerRules.ms(times.loadedMs()) + " to open (median of 10), and "
                                + ServerRules.ms(times.idleMs()) + " while they did not; the median answer took "
                                + ServerRules.ms(evidence.latency().medianMs())
                                + ": packets wait in the network, whatever the server does",
                        "the network carried " + megabits(evidence.receivedPerSecond())
                                + " of answers to the client and "
                                + megabits(evidence.sentPerSecond()) + " of requests to the server, in "
                                + NumberFormat.decimal(evidence.throughput(), 0)
                                + " req/s; of the server's limit it is known that it is no lower; a faster network or smaller"
                                + " answers help, more " + Setting.THREADS + " do not"));
    }

    private static boolean waits(Evidence evidence, ConnectTimes times) {
        return times.loadedMs() >= LEAST_MS
                && times.loadedMs() >= TIMES * times.idleMs()
                && times.loadedMs() >= SHARE * evidence.latency().medianMs()
                && evidence.processor().lagMs().orElse(Double.POSITIVE_INFINITY) <= LAG * times.loadedMs();
    }

    /** Whether a server's own queue cannot be told from one of the network to it. */
    static boolean possible(Evidence evidence) {
        return !evidence.sharesMachine()
                && evidence.probe()
                        .flatMap(probe -> probe.connects())
                        .map(times -> times.loadedMs() >= LEAST_MS && times.loadedMs() >= TIMES * times.idleMs())
                        .orElse(true);
    }

    private static String megabits(double bytesPerSecond) {
        double megabits = 8 * bytesPerSecond / 1e6;
        return NumberFormat.decimal(megabits, megabits < 10 ? 2 : 1) + " Mbit/s";
    }

    /**
     * Weakens a verdict against a server on another machine that rests on its response times alone, when most of that time is the
     * transfer of large bodies: then a full network looks the same.
     */
    static Verdict allowingForTransfer(Evidence evidence, Verdict seen) {
        boolean transfer = possible(evidence)
                && evidence.meanAnswerBytes() >= LARGE_BYTES
                && evidence.latency().transferShare() >= TRANSFER;
        return seen.bound() != Bound.SERVER || !transfer
                ? seen
                : new Verdict(
                        Bound.UNCLEAR,
                        seen.evidence() + "; but "
                                + NumberFormat.percent(evidence.latency().transferShare())
                                + " of an answer's time passed after its head, with "
                                + NumberFormat.count(Math.round(evidence.meanAnswerBytes())) + " bytes on average",
                        "the server, or the network to it, carries about "
                                + megabits(evidence.receivedPerSecond()) + " of answers, and no more of them than "
                                + NumberFormat.decimal(evidence.throughput(), 0)
                                + " req/s; a closed run of its own, of 10 s or more, tells them apart by its probe");
    }
}
