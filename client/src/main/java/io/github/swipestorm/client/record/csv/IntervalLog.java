package io.github.swipestorm.client.record.csv;

import io.github.swipestorm.client.clock.RunClock;
import io.github.swipestorm.client.measure.LatencyHistogram;
import io.github.swipestorm.client.record.Attempt;
import io.github.swipestorm.client.record.AttemptSink;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogWriter;

/**
 * Writes the service time and the response time of ok attempts as HdrHistogram interval logs, one interval per second,
 * readable by HdrHistogram's own tools. Values are microseconds. An attempt belongs to the interval in which it was
 * collected, a few milliseconds after its end. A failing disk ends the logs, not the run.
 */
public final class IntervalLog implements AttemptSink {

    private static final long INTERVAL_NANOS = 1_000_000_000;
    private static final double US_PER_MS = 1_000;

    private final RunClock clock;
    private final Channel service;
    private final Channel response;
    private long intervals;

    /**
     * Creates both files.
     *
     * @throws IOException when one cannot be created, or exists
     */
    public IntervalLog(Path serviceFile, Path responseFile, RunClock clock) throws IOException {
        this.clock = clock;
        this.service = new Channel(serviceFile);
        this.response = new Channel(responseFile);
    }

    @Override
    public void accept(Attempt attempt) {
        if (attempt.ok()) {
            service.record(attempt.serviceUs());
            response.record(attempt.doneUs(clock) - clock.sinceStartUs(attempt.due()));
        }
    }

    @Override
    public void endOfRound() {
        while (clock.hasStarted() && clock.elapsedNanos() >= (intervals + 1) * INTERVAL_NANOS) {
            endInterval(intervals + 1.0);
        }
    }

    /**
     * Writes the last interval and closes the files. Call it after the last attempt, from any thread.
     *
     * @return what went wrong, in one line
     */
    public Optional<String> finish() {
        if (clock.hasStarted()) {
            endInterval(clock.elapsedNanos() / (double) INTERVAL_NANOS);
        }
        Optional<String> first = service.close();
        Optional<String> second = response.close();
        return first.or(() -> second);
    }

    private void endInterval(double endSeconds) {
        if (intervals == 0) {
            service.begin(clock);
            response.begin(clock);
        }
        service.endInterval(intervals, endSeconds);
        response.endInterval(intervals, endSeconds);
        intervals++;
    }

    private static final class Channel {

        private final Path file;
        private final PrintStream out;
        private final HistogramLogWriter writer;
        private final Histogram histogram = LatencyHistogram.newHistogram();

        private Channel(Path file) throws IOException {
            this.file = file;
            OutputStream raw = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            out = new PrintStream(raw, false, StandardCharsets.UTF_8);
            writer = new HistogramLogWriter(out);
        }

        private void begin(RunClock clock) {
            writer.outputComment("[Swipestorm: values in microseconds, column Interval_Max in milliseconds]");
            writer.outputLogFormatVersion();
            // The library's own line would format the date in the machine's time zone.
            writer.outputComment(String.format(
                    Locale.ROOT,
                    "[StartTime: %.3f (seconds since epoch), %s]",
                    clock.startEpochUs() / 1e6,
                    Instant.ofEpochMilli(clock.startEpochUs() / 1_000)));
            writer.setBaseTime(clock.startEpochUs() / 1_000);
            writer.outputLegend();
        }

        private void record(long valueUs) {
            histogram.recordValue(Math.max(0, Math.min(valueUs, LatencyHistogram.HIGHEST_US)));
        }

        private void endInterval(double startSeconds, double endSeconds) {
            writer.outputIntervalHistogram(startSeconds, endSeconds, histogram, US_PER_MS);
            out.flush();
            histogram.reset();
        }

        private Optional<String> close() {
            // A PrintStream swallows exceptions and only remembers that there was one.
            boolean failed = out.checkError();
            out.close();
            return failed || !Files.exists(file)
                    ? Optional.of(file + ": the interval log could not be written to its end")
                    : Optional.empty();
        }
    }
}
