package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.measure.BucketedLatencies;
import io.github.swipestorm.client.measure.LatencyDistribution;
import io.github.swipestorm.client.measure.LatencyHeatMap;
import io.github.swipestorm.client.measure.LatencyHeatMapBuilder;
import io.github.swipestorm.client.measure.Timeline;
import io.github.swipestorm.client.measure.TimelineBuilder;
import io.github.swipestorm.client.measure.TimelineSecond;
import io.github.swipestorm.client.record.csv.AttemptRow;
import io.github.swipestorm.client.record.csv.RecordsRead;
import io.github.swipestorm.client.record.csv.RecordsReader;
import io.github.swipestorm.client.report.store.Window;
import io.github.swipestorm.client.text.NumberFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Everything that the per-request CSV tells of a run, found by reading it twice in bounded memory: instants count from
 * the first attempt, which need not be the first row.
 *
 * <p>The run starts when its first attempt is sent. Of a part of a run, the attempts count that were sent in it, and
 * requests are judged by just those attempts. The seconds are whole ones, and so may reach a little beyond the part.
 */
public final class RecordsAnalysis {
    private final RunSummary summary;
    private final List<TimelineSecond> seconds;
    private final long endUs;
    private final AttemptFigures figures;
    private final LatencyHeatMap heatMap;
    private final RecordsRead read;

    private RecordsAnalysis(
            RecordsRead read,
            RunSummary summary,
            List<TimelineSecond> seconds,
            long endUs,
            AttemptFigures figures,
            LatencyHeatMap heatMap) {
        this.read = read;
        this.heatMap = heatMap;
        this.summary = summary;
        this.seconds = seconds;
        this.endUs = endUs;
        this.figures = figures;
    }

    /**
     * Reads {@code file}. Rows that are added to it meanwhile are left out.
     *
     * @throws io.github.swipestorm.client.record.csv.BadRecordsException when it is not a file of records
     * @throws IOException when it cannot be read
     */
    public static RecordsAnalysis of(Path file, Window window) throws IOException {
        Bounds bounds = new Bounds();
        RowChecks checks = new RowChecks(Files.getLastModifiedTime(file).to(TimeUnit.MICROSECONDS));
        RecordsRead read = RecordsReader.read(file, row -> {
            bounds.add(row);
            checks.add(row);
        });
        AttemptFigures figures = new AttemptFigures();
        RequestOutcomes outcomes = new RequestOutcomes();
        TimelineBuilder timelineBuilder = new TimelineBuilder();
        LatencyHeatMapBuilder heatMap = new LatencyHeatMapBuilder();
        readAgain(file, read.rows(), row -> {
            long sinceStartUs = row.startUs() - bounds.startUs;
            timelineBuilder.add(
                    sinceStartUs,
                    row.endUs() - bounds.startUs,
                    row.latencyUs(),
                    row.responseTimeUs(),
                    row.ok(),
                    row.attempt(),
                    row.bytes());
            if (window.contains(sinceStartUs)) {
                figures.add(row);
                outcomes.add(row);
                if (row.ok()) {
                    heatMap.add(row.endUs() - bounds.startUs, row.responseTimeUs());
                }
            }
        });
        outcomes.finish();
        Timeline timeline = timelineBuilder.build();
        long runUs = read.rows() == 0 ? 0 : bounds.endUs - bounds.startUs;
        long endUs = Math.min(runUs, window.toUs());
        RunSummary summary = new RunSummary(
                outcomes.counts(),
                figures.attempts(),
                figures.statuses(),
                figures.failures(),
                figures.workers(),
                Math.max(0, endUs - window.fromUs()),
                figures.serviceTimeHistogram().summary(),
                figures.responseTime().summary(),
                outcomes.wholeRequests().summary(),
                figures.failedAttempts().summary(),
                roads(figures),
                notes(read, checks, window, timeline, figures));
        return new RecordsAnalysis(
                read, summary, secondsIn(timeline, window), timeline.endUs(), figures, heatMap.build());
    }

    private static void readAgain(Path file, long rows, Consumer<AttemptRow> sink) throws IOException {
        long[] left = {rows};
        RecordsReader.read(file, row -> {
            if (left[0]-- > 0) {
                sink.accept(row);
            }
        });
    }

    private static List<TimelineSecond> secondsIn(Timeline timeline, Window window) {
        int size = timeline.seconds().size();
        int from = (int) Math.min(size, Math.floor(window.from()));
        int to = (int) Math.min(size, Math.ceil(window.to()));
        return timeline.seconds().subList(from, to);
    }

    /** The service time's percentiles by each of the ways that need all values. */
    static List<RunSummary.Road> roads(AttemptFigures figures) {
        BucketedLatencies buckets = figures.serviceTime().bucketed();
        return List.of(
                new RunSummary.Road(
                        "histogram",
                        "nearest rank, up to 0.1 % too high",
                        figures.serviceTimeHistogram().summary()),
                new RunSummary.Road(
                        "exact",
                        "nearest rank of all values, no error",
                        figures.serviceTime().summary()),
                new RunSummary.Road(
                        "bucketed",
                        "straight line within a bucket, off by up to " + NumberFormat.milliseconds(buckets.widthUs())
                                + " ms",
                        buckets.summary()));
    }

    private static List<String> notes(
            RecordsRead read, RowChecks checks, Window window, Timeline timeline, AttemptFigures figures) {
        List<String> notes = new ArrayList<>();
        if (!window.equals(Window.WHOLE)) {
            notes.add(String.format(
                    Locale.ROOT,
                    "Only attempts sent from second %s %s are counted; timeline and plots show whole seconds.",
                    NumberFormat.plain(window.from()),
                    Double.isInfinite(window.to()) ? "on" : "to second " + NumberFormat.plain(window.to())));
        }
        if (read.original()) {
            notes.add("A four-column file tells whole milliseconds and no attempts: each row counts as one request.");
        }
        if (!read.missing().isEmpty()) {
            notes.add("The file has no column " + String.join(", ", read.missing()) + ": "
                    + (read.missing().contains("request") ? "each row counts as one request, and " : "")
                    + (read.missing().contains("due_us") ? "response times are service times, and " : "")
                    + "nothing else of them is in the report.");
        }
        if (read.cutOff()) {
            notes.add("The file was cut off; what was left of its last row is not counted.");
        }
        notes.addAll(checks.notes());
        if (timeline.refused() > 0) {
            notes.add(NumberFormat.count(timeline.refused())
                    + " attempts lie more than 30 days after the first and are missing from the timeline.");
        }
        if (figures.serviceTimeHistogram().aboveRange() > 0) {
            notes.add(NumberFormat.count(figures.serviceTimeHistogram().aboveRange())
                    + " ok attempts took more than 1 h; the histogram's percentiles count them as 1 h.");
        }
        return notes;
    }

    /** How many whole rows the file has, also when only a part is looked at. */
    public long rows() {
        return read.rows();
    }

    /** Whether the file ends in the middle of a row. */
    public boolean cutOff() {
        return read.cutOff();
    }

    /** The same with a further note, before the others. */
    public RecordsAnalysis noted(String note) {
        return new RecordsAnalysis(read, summary.noted(note), seconds, endUs, figures, heatMap);
    }

    /** The figures for the summary. */
    public RunSummary summary() {
        return summary;
    }

    /** The run, or the part looked at, second by second. */
    public List<TimelineSecond> seconds() {
        return seconds;
    }

    /** When the run's last attempt was done, also when only a part is looked at, in microseconds since its start. */
    public long endUs() {
        return endUs;
    }

    /** The service times of ok attempts, exact. */
    public LatencyDistribution serviceTime() {
        return figures.serviceTime();
    }

    /** The response times of ok attempts. */
    public LatencyDistribution responseTime() {
        return figures.responseTime();
    }

    /** The response times of ok attempts by when they were done. */
    public LatencyHeatMap heatMap() {
        return heatMap;
    }

    /** The service times of attempts that were not ok. */
    public LatencyDistribution failedAttempts() {
        return figures.failedAttempts();
    }

    /** What must be known before instants can be counted from the start. */
    private static final class Bounds {
        private long startUs = Long.MAX_VALUE;
        private long endUs;

        void add(AttemptRow row) {
            startUs = Math.min(startUs, row.startUs());
            endUs = Math.max(endUs, row.endUs());
        }
    }
}
