package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.clock.RunClock;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.measure.ExactLatencies;
import io.github.swipestorm.client.measure.LatencyHistogram;
import io.github.swipestorm.client.measure.OperationMeasurements;
import io.github.swipestorm.client.measure.Timeline;
import io.github.swipestorm.client.measure.TimelineBuilder;
import io.github.swipestorm.client.measure.TimelineSecond;
import io.github.swipestorm.client.record.AttemptCounters;
import io.github.swipestorm.client.record.LatencyRecorder;
import io.github.swipestorm.client.record.Measurements;
import io.github.swipestorm.client.record.SinkChain;
import io.github.swipestorm.client.record.csv.AttemptReplay;
import io.github.swipestorm.client.record.csv.AttemptRow;
import io.github.swipestorm.client.record.csv.RecordsRead;
import io.github.swipestorm.client.record.csv.RecordsReader;
import io.github.swipestorm.client.report.store.RunDocument;
import io.github.swipestorm.client.report.store.RunDocument.Figures;
import io.github.swipestorm.client.report.store.RunDocument.OperationFigures;
import io.github.swipestorm.client.report.store.RunDocument.PercentileMethods;
import io.github.swipestorm.client.report.store.Window;
import io.github.swipestorm.client.text.NumberFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Everything that the per-request CSV tells of a run, counted by the code that counts a live run, in bounded memory. The
 * file is read once when the start of the run is known; otherwise the run starts when its first attempt is sent, which
 * need not be the first row, and it is read twice.
 *
 * <p>Of a part of a run, the attempts count that were sent in it, and requests are judged by just those attempts. The
 * seconds are whole ones, and so may reach a little beyond the part.
 */
public final class RecordsAnalysis {
    private final Figures figures;
    private final List<String> notes;
    private final List<TimelineSecond> seconds;
    private final Measurements counted;
    private final long endUs;
    private final RecordsRead read;
    private final boolean altered;

    private RecordsAnalysis(
            RecordsRead read,
            boolean altered,
            Figures figures,
            List<String> notes,
            List<TimelineSecond> seconds,
            long endUs,
            Measurements counted) {
        this.read = read;
        this.altered = altered;
        this.figures = figures;
        this.notes = notes;
        this.seconds = seconds;
        this.endUs = endUs;
        this.counted = counted;
    }

    /**
     * Reads {@code file}. Rows that are added to it meanwhile are left out.
     *
     * @param startUs when the run started, in microseconds since 1970, if it is known; one that is later than the first
     *     attempt, and so not that of this file, is not used
     * @throws io.github.swipestorm.client.record.csv.BadRecordsException when it is not a file of records
     * @throws IOException when it cannot be read
     */
    public static RecordsAnalysis of(Path file, Window window, OptionalLong startUs) throws IOException {
        if (startUs.isPresent()) {
            Pass pass = new Pass(file, window, startUs.getAsLong());
            RecordsRead read = RecordsReader.read(file, pass::add);
            if (pass.firstUs >= startUs.getAsLong()) {
                return pass.result(read);
            }
        }
        long[] firstUs = {Long.MAX_VALUE};
        RecordsRead read = RecordsReader.read(file, row -> firstUs[0] = Math.min(firstUs[0], row.startUs()));
        Pass pass = new Pass(file, window, firstUs[0]);
        long[] left = {read.rows()};
        RecordsReader.read(file, row -> {
            if (left[0]-- > 0) {
                pass.add(row);
            }
        });
        return pass.result(read);
    }

    /** One pass over the file, once the start of the run is known. */
    private static final class Pass {
        private final Window window;
        private final long startUs;
        private final RowChecks checks;
        private final ExactLatencies serviceTime = new ExactLatencies();
        private final AttemptCounters counters = new AttemptCounters();
        private final LatencyRecorder latencies;
        private final AttemptReplay replay;
        private final TimelineBuilder wholeTimeline = new TimelineBuilder();
        private long firstUs = Long.MAX_VALUE;
        private long lastUs;

        Pass(Path file, Window window, long startUs) throws IOException {
            this.window = window;
            this.startUs = startUs;
            this.checks = new RowChecks(Files.getLastModifiedTime(file).to(TimeUnit.MICROSECONDS));
            RunClock clock = AttemptReplay.clock(startUs);
            this.latencies = new LatencyRecorder(clock);
            this.replay = new AttemptReplay(clock, new SinkChain(List.of(counters, latencies)));
        }

        void add(AttemptRow row) {
            checks.add(row);
            firstUs = Math.min(firstUs, row.startUs());
            lastUs = Math.max(lastUs, row.endUs());
            long sinceStartUs = row.startUs() - startUs;
            if (window.contains(sinceStartUs)) {
                replay.add(row);
                if (row.ok()) {
                    serviceTime.record(row.latencyUs());
                }
            }
            if (!window.equals(Window.WHOLE)) {
                wholeTimeline.add(
                        sinceStartUs,
                        row.endUs() - startUs,
                        row.latencyUs(),
                        row.responseTimeUs(),
                        row.ok(),
                        row.attempt(),
                        row.bytes());
            }
        }

        RecordsAnalysis result(RecordsRead read) {
            Counts givenUp = replay.finish();
            Measurements passed = latencies.measurements(
                    counters.counts().plus(givenUp), Map.of(), replay.operations(), UnaryOperator.identity());
            Measurements counted = passed.with(passed.operations().stream()
                    .map(row -> new OperationMeasurements(
                            row.name(),
                            row.counts().plus(replay.givenUp(row.name())),
                            row.service(),
                            row.response(),
                            row.firstByte(),
                            row.timeline()))
                    .toList());
            Timeline timeline = window.equals(Window.WHOLE) ? counted.timeline() : wholeTimeline.build();
            long runUs = read.rows() == 0 ? 0 : lastUs - startUs;
            long endUs = Math.min(runUs, window.toUs());
            Figures figures = Figures.ofPart(
                    window,
                    timeline,
                    counted,
                    replay.otherFailures(),
                    replay.workersKnown() ? OptionalInt.of(counters.workers()) : OptionalInt.empty(),
                    Math.max(0, endUs - window.fromUs()) / 1e6,
                    PercentileMethods.of(serviceTime));
            return new RecordsAnalysis(
                    read,
                    !checks.notes().isEmpty(),
                    figures,
                    notes(read, checks, window, timeline, counted.service()),
                    secondsIn(timeline, window),
                    timeline.endUs(),
                    counted);
        }
    }

    private static List<TimelineSecond> secondsIn(Timeline timeline, Window window) {
        int size = timeline.seconds().size();
        int from = (int) Math.min(size, Math.floor(window.from()));
        int to = (int) Math.min(size, Math.ceil(window.to()));
        return timeline.seconds().subList(from, to);
    }

    private static List<String> notes(
            RecordsRead read, RowChecks checks, Window window, Timeline timeline, LatencyHistogram service) {
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
            List<String> consequences = new ArrayList<>();
            if (read.missing().contains("request")) {
                consequences.add("each row counts as one request");
            }
            if (read.missing().contains("due_us")) {
                consequences.add("response times are service times");
            }
            consequences.add("their content is not in the report");
            notes.add("The file has no column " + String.join(", ", read.missing()) + ": "
                    + String.join("; ", consequences) + ".");
        }
        if (read.cutOff()) {
            notes.add("The file was cut off; what was left of its last row is not counted.");
        }
        notes.addAll(checks.notes());
        if (timeline.refused() > 0) {
            notes.add(NumberFormat.count(timeline.refused())
                    + " attempts lie more than 30 days after the first and are missing from the timeline.");
        }
        if (service.aboveRange() > 0) {
            notes.add(NumberFormat.count(service.aboveRange())
                    + " ok attempts took more than 1 h; the histogram's percentiles count them as 1 h.");
        }
        return notes;
    }

    /** How many complete rows the file has, even when only a part is analysed. */
    public long rows() {
        return read.rows();
    }

    /** Whether the file ends in the middle of a row. */
    public boolean cutOff() {
        return read.cutOff();
    }

    /** Whether it has rows that no run writes: duplicates, or impossible instants. */
    public boolean altered() {
        return altered;
    }

    /** The same with a further note, before the others. */
    public RecordsAnalysis noted(String note) {
        return new RecordsAnalysis(
                read,
                altered,
                figures,
                Stream.concat(Stream.of(note), notes.stream()).toList(),
                seconds,
                endUs,
                counted);
    }

    /**
     * The same with the operations in the order of the run's own rows; the records tell the order in which they were used.
     *
     * @param whole whether the records are those of the whole run: they do not tell what its iterations were
     */
    public RecordsAnalysis inOrderOf(RunDocument summary, boolean whole) {
        List<String> names = summary.figures().operations().stream()
                .map(OperationFigures::name)
                .toList();
        Map<String, OperationMeasurements> ours = new LinkedHashMap<>();
        names.forEach(name -> ours.put(name, null));
        counted.operations().forEach(row -> ours.put(row.name(), row));
        return new RecordsAnalysis(
                read,
                altered,
                figures.inOrderOf(summary.figures(), whole),
                notes,
                seconds,
                endUs,
                counted.with(ours.values().stream().filter(Objects::nonNull).toList()));
    }

    /** What was counted. */
    public Figures figures() {
        return figures;
    }

    /** What a reader must know of the file, a line each. */
    public List<String> notes() {
        return notes;
    }

    /** The run, or the selected part, second by second. */
    public List<TimelineSecond> seconds() {
        return seconds;
    }

    /** When the run's last attempt was done, even when only a part is analysed, in microseconds since its start. */
    public long endUs() {
        return endUs;
    }

    /** Latencies of the attempts that count, and their heat map. */
    Measurements counted() {
        return counted;
    }
}
