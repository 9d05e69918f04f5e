package io.github.swipestorm.client.record;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.clock.RunClock;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.TraceIds;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.measure.LatencyHistogram;
import io.github.swipestorm.client.record.csv.IntervalLog;
import io.github.swipestorm.client.record.csv.RecordsWriter;
import io.github.swipestorm.client.record.csv.RowFormat;
import io.github.swipestorm.client.setting.Setting;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;

/**
 * Records one run: counts, latencies, the timeline, and the files written during the run. A file that cannot be written
 * is reported as a problem and never ends the run.
 */
public final class RunRecorder implements AutoCloseable {

    /** Rounds follow each other within milliseconds; a slow disk may delay one. */
    private static final Duration SNAPSHOT_PATIENCE = Duration.ofSeconds(2);

    private final RunClock clock;
    private final AttemptCounters tally = new AttemptCounters();
    private final LatencyRecorder latencies;
    private final List<String> operations;
    private final List<String> secrets;
    private final List<String> problems = new ArrayList<>();
    private final Optional<Path> recordsFile;
    private final RecordsWriter records;
    private final IntervalLog intervals;
    private final Snapshots snapshots = new Snapshots(this::copied);
    private final Collector collector;
    private RecordsFileStatus status;

    /**
     * Opens the files and prepares recording.
     *
     * @param nanoClock that the instants of attempts are read from
     * @param workers how many will record
     * @param threads how many threads they run on
     * @param threadOf the thread that a worker runs on, from 0
     * @param numbers of the workers in the whole run, by which they are recorded
     * @param basePath of the target
     * @param operations of the requests that will be sent
     * @param scenarios of the iterations that will be executed, by their ids; none for a workload without scenarios
     * @param traces the trace ids that requests are sent with; empty for none
     */
    public RunRecorder(
            RecordingSettings settings,
            NanoClock nanoClock,
            int workers,
            int threads,
            IntUnaryOperator threadOf,
            IntUnaryOperator numbers,
            String basePath,
            List<Operation> operations,
            List<String> scenarios,
            List<String> secrets,
            Optional<TraceIds> traces) {
        clock = new RunClock(nanoClock);
        this.secrets = secrets;
        this.operations = operations.stream().map(Operation::name).toList();
        latencies = new LatencyRecorder(clock, operations.size(), scenarios);
        recordsFile = settings.recordsFile();
        records = recordsFile
                .map(file -> tryOpen(
                        file,
                        () -> new RecordsWriter(
                                file, settings.policy(), clock, RowFormat.of(clock, basePath, operations, traces))))
                .orElse(null);
        intervals = settings.directory()
                .map(path -> tryOpen(
                        path.resolve(RunFiles.SERVICE_LOG),
                        () -> new IntervalLog(
                                path.resolve(RunFiles.SERVICE_LOG), path.resolve(RunFiles.RESPONSE_LOG), clock)))
                .orElse(null);
        List<AttemptSink> sinks = new ArrayList<>(List.of(tally, latencies));
        if (records != null) {
            sinks.add(records);
        }
        if (settings.discards()) {
            sinks.add(RowFormat.of(clock, basePath, operations, traces).discarding());
        }
        if (intervals != null) {
            sinks.add(intervals);
        }
        sinks.add(snapshots);
        collector = new Collector(
                workers,
                threads,
                threadOf,
                settings.discards() ? Collector.DISCARDED_RECORDS : Collector.TOTAL_RECORDS,
                numbers,
                new SinkChain(sinks));
    }

    private interface Opening<T> {
        T open() throws IOException;
    }

    private <T> T tryOpen(Path file, Opening<T> opening) {
        try {
            return opening.open();
        } catch (IOException e) {
            problems.add("cannot write " + file + ": " + e + "; make room, or choose another " + Setting.OUTPUT);
            return null;
        }
    }

    /** The clock to start with the run. */
    public RunClock clock() {
        return clock;
    }

    /** The recorder of one worker, from 0; confined to that worker's thread. */
    public AttemptRecorder recorder(int worker) {
        return collector.recorder(worker);
    }

    /** The counts so far; thread-safe. */
    public Counts counts() {
        return tally.counts();
    }

    /** The threads that process what workers record. */
    public List<Thread> threads() {
        return records == null ? List.of(collector.thread()) : List.of(collector.thread(), records.thread());
    }

    /** The sums of the attempts' times so far; thread-safe. */
    public AttemptCounters.Times times() {
        return tally.times();
    }

    /** Collects the remaining attempts and closes the files; call it when no worker records any more. */
    @Override
    public void close() {
        if (status != null) {
            return;
        }
        collector.close();
        snapshots.end();
        collector.death().ifPresent(death -> problems.add("recording ended early: " + death));
        long attempts = tally.counts().attempts();
        status = records != null
                ? records.finish()
                : new RecordsFileStatus(
                        recordsFile.orElse(null), 0, recordsFile.isPresent() ? attempts : 0, Optional.empty());
        status.problem().ifPresent(problems::add);
        if (intervals != null) {
            intervals.finish().ifPresent(problems::add);
        }
    }

    /**
     * A copy of the measurements so far, without the state of the files; thread-safe. Costs the collector's thread some
     * 2 MB of copying.
     *
     * @return empty when recording has ended
     */
    public Optional<Measurements> soFar() {
        return snapshots.next(SNAPSHOT_PATIENCE);
    }

    /** The measurements; available after {@link #close}. */
    public Measurements result() {
        return recorded(UnaryOperator.identity()).with(recordsFile.map(file -> status), problems);
    }

    private Measurements copied() {
        return recorded(LatencyHistogram::copy);
    }

    private Measurements recorded(UnaryOperator<LatencyHistogram> view) {
        return latencies.measurements(tally.counts(), collector.failureDetails(secrets), operations, view);
    }
}
