package io.github.swipestorm.client.report.store;

import io.github.swipestorm.client.measure.OperationMeasurements;
import io.github.swipestorm.client.measure.TimelineSecond;
import io.github.swipestorm.client.text.CsvTable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Writes each operation second by second as CSV in long form: a header, then a row for every operation and second in which it had
 * an attempt. A latency of a second without ok attempts is empty, not 0. Lines end with a line feed.
 */
public final class OperationsCsv {

    private OperationsCsv() {}

    /**
     * Writes the file, over an earlier one.
     *
     * @param first the first second to write
     * @param end the first second not to write
     * @throws IOException when that fails
     */
    public static void write(Path file, List<OperationMeasurements> operations, long first, long end)
            throws IOException {
        StringBuilder text = new StringBuilder(CsvTable.line(List.of(
                "second",
                "operation",
                "started",
                "ok",
                "failed",
                "p50_us",
                "p99_us",
                "response_p50_us",
                "response_p99_us",
                "ok_bytes")));
        for (long second = first; second < end; second++) {
            for (OperationMeasurements operation : operations) {
                List<TimelineSecond> seconds = operation.timeline().seconds();
                if (second < seconds.size()) {
                    row(text, operation.name(), seconds.get((int) second));
                }
            }
        }
        AtomicFile.write(file, text.toString());
    }

    private static void row(StringBuilder text, String operation, TimelineSecond second) {
        if (second.started() + second.ok() + second.failed() > 0) {
            text.append(CsvTable.line(List.of(
                    Long.toString(second.second()),
                    operation,
                    Long.toString(second.started()),
                    Long.toString(second.ok()),
                    Long.toString(second.failed()),
                    ThroughputCsv.text(second.p50Us()),
                    ThroughputCsv.text(second.p99Us()),
                    ThroughputCsv.text(second.responseP50Us()),
                    ThroughputCsv.text(second.responseP99Us()),
                    ThroughputCsv.text(second.okBytes()))));
        }
    }
}
