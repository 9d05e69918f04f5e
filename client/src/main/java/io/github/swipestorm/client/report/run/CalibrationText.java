package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.report.document.TextTable;
import io.github.swipestorm.client.text.NumberFormat;
import io.github.swipestorm.client.verdict.Calibration;
import io.github.swipestorm.client.verdict.ClientCapacity;
import java.util.List;

/** A calibration as a table. */
public final class CalibrationText {

    private CalibrationText() {}

    /** The whole text; lines end with a line feed. */
    public static String of(Calibration calibration) {
        TextTable table = new TextTable();
        table.row(
                "What this client sends at best",
                List.of("threads", "requests/s", "client us CPU", "responder us CPU", "the limit"));
        for (ClientCapacity capacity : calibration.capacities()) {
            table.row(
                    "  " + name(capacity),
                    List.of(
                            NumberFormat.count(capacity.threads()),
                            NumberFormat.decimal(capacity.requestsPerSecond(), 0),
                            NumberFormat.decimal(capacity.clientCpuMicrosPerRequest(), 1),
                            NumberFormat.decimal(capacity.responderCpuMicrosPerRequest(), 1),
                            capacity.limitedByClient() ? "client" : "not the client"));
        }
        String text = table + "  on " + calibration.machine().cpus() + " CPUs, "
                + calibration.machine().jvm() + " " + calibration.machine().java() + "; CPU time is for each request\n"
                + work(calibration);
        boolean all = calibration.capacities().stream().allMatch(ClientCapacity::limitedByClient);
        StringBuilder evidence = new StringBuilder();
        calibration
                .capacities()
                .forEach(capacity -> evidence.append("  ")
                        .append(name(capacity))
                        .append(": ")
                        .append(capacity.evidence())
                        .append('\n'));
        return text
                + evidence
                + (all
                        ? ""
                        : "  Where the client was not the limit it can send more, and no verdict rests on the"
                                + " figure.\n");
    }

    /** What was sent; the same for all sender variants. */
    private static String work(Calibration calibration) {
        return calibration.capacities().stream()
                .findFirst()
                .map(capacity -> "  with workload " + capacity.workload() + ", model " + capacity.model()
                        + (capacity.responseBytes() == null
                                ? ""
                                : ", answers of " + NumberFormat.decimal(capacity.responseBytes(), 0) + " bytes")
                        + "; a verdict uses it for comparable runs only\n")
                .orElse("");
    }

    private static String name(ClientCapacity capacity) {
        String senders = capacity.eventLoops() == 0
                ? capacity.workerThreads() + " threads"
                : capacity.eventLoops() + (capacity.eventLoops() == 1 ? " event loop" : " event loops");
        return capacity.transport() + ", " + senders + (capacity.tls() == null ? "" : ", TLS");
    }
}
