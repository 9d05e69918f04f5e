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
        for (ClientCapacity ceiling : calibration.ceilings()) {
            table.row(
                    "  " + name(ceiling),
                    List.of(
                            NumberFormat.count(ceiling.threads()),
                            NumberFormat.decimal(ceiling.requestsPerSecond(), 0),
                            NumberFormat.decimal(ceiling.clientCpuMicrosPerRequest(), 1),
                            NumberFormat.decimal(ceiling.responderCpuMicrosPerRequest(), 1),
                            ceiling.limitedByClient() ? "client" : "not the client"));
        }
        String text = table + "  on " + calibration.machine().cpus() + " CPUs, "
                + calibration.machine().jvm() + " " + calibration.machine().java() + "; CPU time is for each request\n"
                + work(calibration);
        boolean all = calibration.ceilings().stream().allMatch(ClientCapacity::limitedByClient);
        StringBuilder evidence = new StringBuilder();
        calibration
                .ceilings()
                .forEach(ceiling -> evidence.append("  ")
                        .append(name(ceiling))
                        .append(": ")
                        .append(ceiling.evidence())
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
        return calibration.ceilings().stream()
                .findFirst()
                .map(ceiling -> "  with workload " + ceiling.workload() + ", model " + ceiling.model()
                        + (ceiling.responseBytes() == null
                                ? ""
                                : ", answers of " + NumberFormat.decimal(ceiling.responseBytes(), 0) + " bytes")
                        + "; a verdict uses it for comparable runs only\n")
                .orElse("");
    }

    private static String name(ClientCapacity ceiling) {
        String senders = ceiling.eventLoops() == 0
                ? ceiling.workerThreads() + " threads"
                : ceiling.eventLoops() + (ceiling.eventLoops() == 1 ? " event loop" : " event loops");
        return ceiling.transport() + ", " + senders + (ceiling.tls() == null ? "" : ", TLS");
    }
}
