package io.github.swipestorm.client.record;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.github.swipestorm.client.clock.RunClock;
import io.github.swipestorm.client.engine.RunInterval;
import io.github.swipestorm.client.engine.Tail;
import io.github.swipestorm.client.engine.WorkerTime;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.measure.LatencyHistogram;
import io.github.swipestorm.client.measure.OperationMeasurements;
import io.github.swipestorm.client.measure.TimelineSecond;
import io.github.swipestorm.client.record.csv.AttemptReplay;
import io.github.swipestorm.client.record.csv.AttemptRow;
import io.github.swipestorm.client.telemetry.Telemetry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.zip.GZIPOutputStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

/** A run of N parts is one run: parts that are counted apart and then merged have every figure of the whole. */
class MergedMeasurementsTest {

    private static final long START_US = 1_795_315_132_932_481L;
    private static final int WORKERS = 7;
    private static final List<String> OPERATIONS = List.of("list", "show", "add", "never sent");

    /** Attempts as the engine records them: retries of a request behind each other, times in nanoseconds. */
    private static List<long[]> attempts(long seed, int requests, int seconds) {
        SplittableRandom random = new SplittableRandom(seed);
        List<long[]> attempts = new ArrayList<>();
        for (int request = 0; request < requests; request++) {
            long due = random.nextLong(0, seconds * 1_000_000_000L);
            long begun = due + random.nextLong(0, 3_000_000);
            long sent = begun;
            int operation = random.nextInt(OPERATIONS.size() - 1);
            for (int attempt = 1; attempt > 0; attempt++) {
                long done = sent + (long) Math.exp(random.nextDouble(2, 22));
                boolean ok = random.nextInt(4) > 0;
                boolean last = ok || attempt == 3;
                boolean answered = ok || random.nextBoolean();
                FailureKind kind = FailureKind.values()[random.nextInt(FailureKind.values().length)];
                attempts.add(new long[] {
                    request,
                    due,
                    begun,
                    sent,
                    done,
                    Attempt.packBytes(answered ? random.nextInt(1_000) : 0, random.nextInt(2_000)),
                    Attempt.pack(
                            attempt,
                            operation,
                            last,
                            answered && ok,
                            answered ? ok ? 201 : 503 : Attempt.NO_STATUS,
                            answered ? Attempt.NO_FAILURE : kind.ordinal()),
                    Attempt.packWorker(
                            request % WORKERS, answered ? (done - sent) / 1_000 / (1 + attempt) : Attempt.UNKNOWN)
                });
                sent = done + 1_000;
                attempt = last ? -1 : attempt;
            }
        }
        return attempts;
    }

    private static Measurements counted(List<long[]> attempts) {
        RunClock clock = AttemptReplay.clock(START_US);
        AttemptCounters counters = new AttemptCounters();
        LatencyRecorder latencies = new LatencyRecorder(clock);
        SinkChain sinks = new SinkChain(List.of(counters, latencies));
        pass(attempts, sinks);
        return latencies.measurements(counters.counts(), Map.of(), OPERATIONS, UnaryOperator.identity());
    }

    private static void pass(List<long[]> attempts, AttemptSink sink) {
        Attempt view = new Attempt();
        for (long[] attempt : attempts) {
            view.wrap(attempt, 0);
            sink.accept(view);
        }
        sink.endOfRound();
    }

    private static String json(Measurements measurements) {
        return JsonMapper.shared().writeValueAsString(measurements);
    }

    private static void expectEqual(Measurements found, Measurements expected) {
        assertThat(found.counts()).isEqualTo(expected.counts());
        assertThat(found.operations().stream()
                        .map(OperationMeasurements::counts)
                        .reduce(Counts.NONE, Counts::plus))
                .isEqualTo(found.counts());
        assertThat(found.service().summary()).isEqualTo(expected.service().summary());
        assertThat(found.timeline().seconds()).isEqualTo(expected.timeline().seconds());
        // Every figure and every cell of every histogram, of the run and of its seconds.
        assertThat(json(found)).isEqualTo(json(expected));
    }

    @Property(tries = 15)
    void any_partition_of_the_attempts_merged_is_the_whole(
            @ForAll long seed,
            @ForAll @IntRange(min = 0, max = 100) int requests,
            @ForAll @IntRange(min = 1, max = 1_100) int seconds,
            @ForAll @IntRange(min = 1, max = 5) int parts) {
        List<long[]> attempts = attempts(seed, requests, seconds);
        List<List<long[]>> partition = IntStream.range(0, parts)
                .<List<long[]>>mapToObj(part -> new ArrayList<>())
                .toList();
        SplittableRandom random = new SplittableRandom(seed + 1);
        attempts.forEach(attempt -> partition.get(random.nextInt(parts)).add(attempt));

        Measurements merged = partition.stream()
                .map(MergedMeasurementsTest::counted)
                .map(part -> RunInterval.ofBytes(new RunInterval(1, part, Telemetry.NONE).toBytes())
                        .measured())
                .reduce(Measurements::plus)
                .orElseThrow();

        expectEqual(merged, counted(attempts));
    }

    @Property(tries = 8)
    void the_intervals_of_a_run_added_up_are_the_run(
            @ForAll long seed,
            @ForAll @IntRange(min = 1, max = 80) int requests,
            @ForAll @IntRange(min = 1, max = 60) int seconds,
            @ForAll @IntRange(min = 1, max = 4) int intervals) {
        List<long[]> attempts = attempts(seed, requests, seconds);
        RunClock clock = AttemptReplay.clock(START_US);
        AttemptCounters counters = new AttemptCounters();
        LatencyRecorder latencies = new LatencyRecorder(clock);
        SinkChain sinks = new SinkChain(List.of(counters, latencies));
        RunInterval.Cutter cutter = new RunInterval.Cutter();
        RunInterval sum = RunInterval.none();
        for (int i = 0; i < intervals; i++) {
            pass(attempts.subList(i * attempts.size() / intervals, (i + 1) * attempts.size() / intervals), sinks);
            Measurements soFar = latencies.measurements(
                    counters.counts(), Map.of("reset", i + 1L), OPERATIONS, LatencyHistogram::copy);
            sum = sum.plus(
                    RunInterval.ofBytes(cutter.next(soFar, Telemetry.NONE).toBytes()));
            expectEqual(sum.measured(), soFar);
            assertThat(sum.measured().failureDetails()).containsExactly(Map.entry("reset", i + 1L));
        }

        assertThat(sum.number()).isEqualTo(intervals);
        expectEqual(withDetails(sum.measured(), Map.of()), counted(attempts));
        RunInterval known = sum;
        assertThatThrownBy(() -> known.plus(known)).hasMessageContaining("after interval");
    }

    private static Measurements withDetails(Measurements from, Map<String, Long> details) {
        return with(from, details, from.operations());
    }

    @Property(tries = 15)
    void the_rows_of_a_run_are_counted_as_the_run_was(
            @ForAll long seed,
            @ForAll @IntRange(min = 0, max = 300) int requests,
            @ForAll @IntRange(min = 1, max = 100) int seconds) {
        List<long[]> attempts = attempts(seed, requests, seconds);
        RunClock clock = AttemptReplay.clock(START_US);
        AttemptCounters counters = new AttemptCounters();
        LatencyRecorder latencies = new LatencyRecorder(clock);
        AttemptReplay replay = new AttemptReplay(clock, new SinkChain(List.of(counters, latencies)));
        Attempt view = new Attempt();
        for (long[] attempt : attempts) {
            view.wrap(attempt, 0);
            FailureKind kind = view.failure();
            replay.add(new AttemptRow(
                    clock.epochUs(view.sent()),
                    "POST",
                    view.serviceUs(),
                    view.status(),
                    clock.epochUs(view.due()),
                    view.worker(),
                    view.request(),
                    view.attempt(),
                    kind == null ? "" : kind.word(),
                    view.bytes(),
                    "/",
                    view.ok(),
                    OPERATIONS.get(view.operation()),
                    view.firstByteUs(),
                    view.sentBytes()));
        }
        replay.finish();

        List<String> inOrder = replay.operations();
        Measurements expected = counted(attempts);
        Measurements found = latencies.measurements(counters.counts(), Map.of(), inOrder, UnaryOperator.identity());
        List<OperationMeasurements> rows = expected.operations().stream()
                .filter(row -> inOrder.contains(row.name()))
                .sorted(Comparator.comparingInt(row -> inOrder.indexOf(row.name())))
                // The timeline of the only operation is that of the run.
                .map(row -> inOrder.size() > 1
                        ? row
                        : new OperationMeasurements(
                                row.name(),
                                row.counts(),
                                row.service(),
                                row.response(),
                                row.firstByte(),
                                expected.timeline()))
                .toList();
        expectEqual(found, withOperations(expected, rows));
    }

    @Property(tries = 20)
    void the_time_of_workers_merges_by_worker(@ForAll long seed, @ForAll @IntRange(min = 1, max = 6) int mine) {
        List<long[]> attempts = attempts(seed, 100, 50);
        long[] ends =
                new SplittableRandom(seed).longs(WORKERS, 0, 50_000_000_000L).toArray();
        WorkerTime merged = workerTime(attempts, ends, 0, mine).plus(workerTime(attempts, ends, mine, WORKERS));
        WorkerTime whole = workerTime(attempts, ends, 0, WORKERS);

        Tail tail = merged.tail().orElseThrow();
        Tail expected = whole.tail().orElseThrow();
        assertThat(tail.idleShare()).isCloseTo(expected.idleShare(), within(1e-9));
        assertThat(new Tail(tail.from(), tail.to(), tail.workers(), expected.idleShare()))
                .isEqualTo(expected);
        assertThat(merged).usingRecursiveComparison().ignoringFields("tail").isEqualTo(whole);
        assertThat(merged.firstAnswer()).isEqualTo(whole.firstAnswer());
        assertThat(WorkerTime.NONE.plus(whole)).isEqualTo(whole);
        assertThat(JsonMapper.shared().readValue(JsonMapper.shared().writeValueAsString(whole), WorkerTime.class))
                .isEqualTo(whole);
    }

    private static WorkerTime workerTime(List<long[]> attempts, long[] ends, int from, int to) {
        AttemptCounters counters = new AttemptCounters();
        pass(
                attempts.stream()
                        .filter(attempt -> attempt[7] >= from && attempt[7] < to)
                        .toList(),
                counters);
        long[] mine = Arrays.copyOfRange(ends, from, to);
        return WorkerTime.of(
                LongStream.of(mine).sum(), Duration.ofSeconds(mine.length), counters.times(), Tail.of(mine));
    }

    @Test
    void texts_of_failures_merge_and_the_rare_ones_are_counted_together() {
        Measurements some = withDetails(Map.of("a", 5L, "b", 2L, Collector.OTHER_DETAILS, 1L));
        Measurements others = withDetails(Map.of("a", 1L, "c", 7L));
        assertThat(some.plus(others).failureDetails())
                .containsExactly(
                        Map.entry("c", 7L), Map.entry("a", 6L), Map.entry("b", 2L), Map.entry("other texts", 1L));

        Measurements merged = some;
        for (long i = 0; i < 30; i++) {
            merged = merged.plus(withDetails(Map.of("text " + i, 10 + i)));
        }
        assertThat(merged.failureDetails()).hasSize(21).containsEntry("text 29", 39L);
        assertThat(merged.failureDetails().values().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(8 + LongStream.range(10, 40).sum());
    }

    private static Measurements withDetails(Map<String, Long> details) {
        Measurements none = counted(List.of());
        return with(none, details, none.operations());
    }

    private static Measurements withOperations(Measurements from, List<OperationMeasurements> operations) {
        return with(from, from.failureDetails(), operations);
    }

    private static Measurements with(
            Measurements from, Map<String, Long> details, List<OperationMeasurements> operations) {
        return new Measurements(
                from.counts(),
                details,
                from.service(),
                from.response(),
                from.firstByte(),
                from.sendLag(),
                from.failed(),
                from.requests(),
                from.timeline(),
                from.heatMap(),
                operations,
                from.iterations(),
                Optional.empty(),
                List.of());
    }

    @Test
    void an_interval_of_a_later_version_and_something_else_are_refused() throws IOException {
        assertThatThrownBy(() -> RunInterval.ofBytes(packed("{\"version\":9,\"number\":3}")))
                .hasMessageContaining("version 9");
        for (byte[] other : List.of(packed("[]"), packed("null"), new byte[] {1})) {
            assertThatThrownBy(() -> RunInterval.ofBytes(other))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("not an interval");
        }
        assertThat(RunInterval.ofBytes(packed("{\"version\":1,\"number\":3,\"new\":5}"))
                        .number())
                .isEqualTo(3);
    }

    private static byte[] packed(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream packing = new GZIPOutputStream(bytes)) {
            packing.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    @Test
    void seconds_without_a_histogram_are_merged_without_percentiles() {
        Measurements whole = counted(attempts(3, 200, 4));
        Measurements forgotten = JsonMapper.shared()
                .readValue(
                        json(whole).replaceAll("(\"service\":)\"[^\"]*\",(\"response\":)\"[^\"]*\"", "$1null,$2null"),
                        Measurements.class);
        assertThat(forgotten.timeline().seconds())
                .as("one run has them all")
                .isEqualTo(whole.timeline().seconds());

        List<TimelineSecond> merged =
                whole.timeline().plus(forgotten.timeline()).seconds();
        assertThat(merged.get(1).ok())
                .isEqualTo(2 * whole.timeline().seconds().get(1).ok());
        assertThat(merged.get(1).meanUs())
                .isEqualTo(whole.timeline().seconds().get(1).meanUs());
        assertThat(merged.get(1).p99Us()).isEmpty();
        assertThat(merged).hasSameSizeAs(whole.timeline().seconds());
    }
}
