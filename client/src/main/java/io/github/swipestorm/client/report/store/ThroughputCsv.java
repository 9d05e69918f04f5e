package io.github.swipestorm.client.report.store;

import io.github.swipestorm.client.measure.TimelineSecond;
import io.github.swipestorm.client.text.CsvTable;
import io.github.swipestorm.client.text.NumberFormat;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;

/**
 * Writes a run second by second as CSV: a header, then a row for every second, those without any attempt, too. A
 * latency of a second without ok attempts is empty, not 0, and so are {@code ok_bytes} of which one is not known. Lines end with a line feed.
 */
public final class ThroughputCsv {
    private ThroughputCsv() {}

    /**
     * Writes the file, over an earlier one.
     *
     * @throws IOException when that fails
     */
    public static void write(Path file, List<TimelineSecond> seconds) throws IOException {
        StringBuilder text = new StringBuilder(CsvTable.line(List.of(
                "second",
                "started",
                "ok_by_start",
                "failed_by_start",
                "ok",
                "failed",
                "retries",
                "mean_us",
                "p50_us",
                "p99_us",
                "max_us",
                "in_flight",
                "response_p50_us",
                "response_p95_us",
                "response_p99_us",
                "ok_bytes")));
        for (TimelineSecond second : seconds) {
            text.append(CsvTable.line(List.of(
                    Long.toString(second.second()),
                    Long.toString(second.started()),
                    Long.toString(second.okByStart()),
                    Long.toString(second.failedByStart()),
                    Long.toString(second.ok()),
                    Long.toString(second.failed()),
                    Long.toString(second.retries()),
                    second.meanUs().isPresent()
                            ? NumberFormat.plain(second.meanUs().getAsDouble())
                            : "",
                    text(second.p50Us()),
                    text(second.p99Us()),
                    text(second.maxUs()),
                    Long.toString(second.inFlight()),
                    text(second.responseP50Us()),
                    text(second.responseP95Us()),
                    text(second.responseP99Us()),
                    text(second.okBytes()))));
        }
        AtomicFile.write(file, text.toString());
    }

    /** A cell, empty where there is no value. */
    static String text(OptionalLong value) {
        return value.isPresent() ? Long.toString(value.getAsLong()) : "";
    }
}
