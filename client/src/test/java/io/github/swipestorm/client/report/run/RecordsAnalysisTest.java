package io.github.swipestorm.client.report.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.api.Assertions.within;

import io.github.swipestorm.client.measure.LatencySummary;
import io.github.swipestorm.client.measure.TimelineSecond;
import io.github.swipestorm.client.record.csv.AttemptRow;
import io.github.swipestorm.client.report.store.RunDocument.Figures;
import io.github.swipestorm.client.report.store.Window;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordsAnalysisTest {
    @TempDir
    private Path directory;

    @Test
    void requestsAreJudgedByAllTheirAttempts() throws IOException {
        RecordsAnalysis analysis = analyze(new RecordsFile()
                .attempt(0, 1_000, 201, 0, 10, 1)
                .attempt(5, 2_000, 503, 1, 11, 1)
                .attempt(1_000, 1_500, 201, 0, 12, 1)
                .failure(2_100, 400_000, "timeout", 1, 11, 2)
                .attempt(403_000, 3_000, 200, 1, 11, 3)
                .attempt(410_000, 1_000, 404, 1, 13, 1)
                .failure(412_000, 10, "connect", 1, 13, 2));
        Figures summary = analysis.figures();

        assertThat(outcomes(summary)).containsExactly(2L, 1L, 1L);
        assertThat(summary.attempts().total()).isEqualTo(7);
        assertThat(summary.attempts().amplification()).hasValue(7.0 / 4);
        assertThat(summary.workers()).hasValue(2);
        assertThat(summary.attempts().byStatus())
                .containsExactly(entry(200, 1L), entry(201, 2L), entry(404, 1L), entry(503, 1L));
        assertThat(summary.attempts().byFailure()).containsExactly(entry("connect", 1L), entry("timeout", 1L));
        assertThat(summary.latency().serviceTime().count()).isEqualTo(3);
        assertThat(summary.latency().serviceTime().maxUs()).isEqualTo(3_000);
        assertThat(summary.latency().failedAttempts().count()).isEqualTo(4);
        // From the first attempt sent, at 5 us, to the third one done, at 406,000 us.
        assertThat(summary.latency().wholeRequests().maxUs()).isEqualTo(405_995);
        assertThat(summary.wallTimeSeconds()).isEqualTo(0.41201);
        assertThat(summary.throughputPerSecond()).hasValueCloseTo(3e6 / 412_010, within(1e-9));
    }

    @Test
    void requestsOfOneWorkerMayOverlapInAPipeline() throws IOException {
        RecordsAnalysis analysis = analyze(new RecordsFile()
                .attempt(0, 1_000, 503, 0, 7, 1)
                .attempt(500, 1_000, 201, 0, 8, 1)
                .attempt(600, 1_000, 503, 0, 9, 1)
                .attempt(2_000, 1_000, 201, 0, 7, 2)
                .attempt(3_000, 1_000, 503, 0, 9, 2));
        Figures summary = analysis.figures();

        assertThat(outcomes(summary)).containsExactly(1L, 1L, 1L);
        assertThat(summary.latency().wholeRequests().count()).isEqualTo(2);
        assertThat(summary.latency().wholeRequests().maxUs()).isEqualTo(3_000);
    }

    @Test
    void rowsThatAreThereTwiceAreNoted() throws IOException {
        RecordsAnalysis analysis = analyze(new RecordsFile()
                .attempt(0, 10, 201, 0, 5, 1)
                .attempt(1, 10, 201, 0, 6, 1)
                .attempt(0, 10, 201, 0, 5, 1)
                .attempt(1, 10, 201, 0, 6, 1));
        Figures summary = analysis.figures();

        assertThat(analysis.notes())
                .singleElement()
                .asString()
                .startsWith("2 rows repeat the first attempt")
                .contains("request 5");
    }

    @Test
    void instantsThatCannotBeAreNoted() throws IOException {
        long halfAYear = 183L * 24 * 3_600 * 1_000_000;
        RecordsAnalysis analysis = analyze(new RecordsFile()
                .attempt(halfAYear, 10, 201, 0, 1, 1)
                .attempt(0, 10, 201, 0, 2, 1)
                .attempt(halfAYear, 10, 201, 0, 3, 1, "", 2 * halfAYear)
                .attempt(50 * halfAYear, 10, 201, 0, 4, 1));
        Figures summary = analysis.figures();

        assertThat(analysis.notes())
                .anySatisfy(note ->
                        assertThat(note).startsWith("3 rows have instants that cannot be (the first: request 2)"));
    }

    @Test
    void responseTimeCountsFromWhenAnAttemptWasDue() throws IOException {
        RecordsAnalysis analysis = analyze(new RecordsFile().attempt(50_000, 1_000, 201, 0, 0, 1, "", 20_000));
        Figures summary = analysis.figures();

        assertThat(summary.latency().serviceTime().maxUs()).isEqualTo(1_000);
        assertThat(summary.latency().responseTime().maxUs()).isEqualTo(31_000);
    }

    @Test
    void theThreeRoadsAgreeWithinTheirBounds() throws IOException {
        RecordsFile file = RecordsFile.ofARun(5);
        long[] sorted = file.rows().stream()
                .filter(AttemptRow::ok)
                .mapToLong(AttemptRow::latencyUs)
                .sorted()
                .toArray();
        double p99 = sorted[(int) Math.ceil(0.99 * sorted.length) - 1];
        Map<String, LatencySummary> methods = analyze(file).figures().serviceTimeByMethod();

        assertThat(methods).containsOnlyKeys("histogram", "exact", "bucketed");
        assertThat(methods.get("exact").p99Us()).isEqualTo(p99);
        assertThat(methods.get("histogram").p99Us()).isBetween(p99, p99 * (1 + 1.0 / 1024));
        double width = (sorted[sorted.length - 1] - sorted[0]) / 10_000.0;
        assertThat(methods.get("bucketed").p99Us()).isBetween(p99 - width, p99 + width);
    }

    @Test
    void everyAttemptIsConservedInEveryCount() throws IOException {
        RecordsFile file = RecordsFile.ofARun(5);
        RecordsAnalysis analysis = analyze(file);
        Figures summary = analysis.figures();

        long rows = file.rows().size();
        Set<Long> requests = file.rows().stream().map(AttemptRow::request).collect(Collectors.toSet());
        assertThat(summary.attempts().total()).isEqualTo(rows);
        assertThat(sum(summary.attempts().byStatus()) + sum(summary.attempts().byFailure()))
                .isEqualTo(rows);
        assertThat(summary.latency().serviceTime().count()
                        + summary.latency().failedAttempts().count())
                .isEqualTo(rows);
        assertThat(summary.requests().ended()).isEqualTo(requests.size());
        assertThat(summary.requests().ok())
                .isEqualTo(summary.latency().serviceTime().count());
        assertThat(analysis.seconds().stream()
                        .mapToLong(TimelineSecond::started)
                        .sum())
                .isEqualTo(rows);
        assertThat(analysis.seconds().stream()
                        .mapToLong(second -> second.ok() + second.failed())
                        .sum())
                .isEqualTo(rows);
        assertThat(analysis.seconds().get(analysis.seconds().size() - 1).inFlight())
                .isZero();
        assertThat(summary.requests().okAfterRetries()).isPositive();
    }

    @Test
    void secondsOfAPartHaveAnswersToWhatWasSentBeforeIt() throws IOException {
        RecordsFile file = new RecordsFile();
        for (int i = 0; i < 80; i++) {
            file.attempt(i * 100_000L, 1_000_000, 201, i % 10, i, 1);
        }

        RecordsAnalysis analysis = RecordsAnalysis.of(file.writeTo(directory), new Window(2, 6), OptionalLong.empty());

        assertThat(analysis.figures().attempts().total()).isEqualTo(40);
        assertThat(analysis.figures().throughputVariationShare()).hasValue(0);
    }

    @Test
    void aPartOfARunHasWhatWasSentInIt() throws IOException {
        RecordsFile file = RecordsFile.ofARun(6);
        RecordsAnalysis analysis =
                RecordsAnalysis.of(file.writeTo(directory), new Window(2, 4.5), OptionalLong.empty());

        List<AttemptRow> inside = file.rows().stream()
                .filter(row ->
                        row.startUs() >= RecordsFile.START + 2_000_000 && row.startUs() < RecordsFile.START + 4_500_000)
                .toList();
        long slowest = inside.stream()
                .filter(AttemptRow::ok)
                .mapToLong(AttemptRow::latencyUs)
                .max()
                .orElseThrow();
        assertThat(analysis.figures().attempts().total()).isEqualTo(inside.size());
        assertThat(analysis.figures().latency().serviceTime().maxUs()).isEqualTo(slowest);
        assertThat(analysis.figures().wallTimeSeconds()).isEqualTo(2.5);
        assertThat(analysis.seconds()).extracting(TimelineSecond::second).containsExactly(2L, 3L, 4L);
        assertThat(analysis.seconds().get(0).inFlight()).isEqualTo(40);
        assertThat(analysis.notes())
                .containsExactly(
                        "Only attempts sent from second 2 to second 4.5 are counted; timeline and plots show whole"
                                + " seconds.");
    }

    @Test
    void aPartBeyondTheEndIsEmpty() throws IOException {
        RecordsAnalysis analysis = RecordsAnalysis.of(
                new RecordsFile().attempt(0, 9, 201, 0, 0, 1).writeTo(directory),
                new Window(60, 70),
                OptionalLong.empty());

        assertThat(analysis.figures().attempts().total()).isZero();
        assertThat(analysis.figures().wallTimeSeconds()).isZero();
        assertThat(analysis.figures().throughputPerSecond()).isEmpty();
        assertThat(analysis.seconds()).isEmpty();
    }

    @Test
    void withoutRowsOrWithoutTimeThereIsNoRate() throws IOException {
        Figures none = analyze(new RecordsFile()).figures();
        assertThat(none.latency().serviceTime()).isEqualTo(LatencySummary.EMPTY);
        assertThat(none.throughputPerSecond()).isEmpty();
        assertThat(none.attempts().amplification()).isEmpty();
        assertThat(none.wallTimeSeconds()).isZero();

        Figures instant = analyze(new RecordsFile().attempt(0, 0, 201, 0, 0, 1)).figures();
        assertThat(instant.throughputPerSecond()).isEmpty();
        assertThat(instant.requests().ok()).isEqualTo(1);
    }

    @Test
    void theReferenceStudysFileCountsEachRowAsARequest() throws IOException {
        Path file = Files.writeString(
                directory.resolve("latency.csv"), "1602000000500,POST,17,201\n1602000000000,POST,4141,201\n1602000");
        RecordsAnalysis analysis = RecordsAnalysis.of(file, Window.WHOLE, OptionalLong.empty());
        Figures summary = analysis.figures();

        assertThat(outcomes(summary)).containsExactly(2L, 0L, 0L);
        assertThat(summary.workers()).isEmpty();
        assertThat(summary.wallTimeSeconds()).isEqualTo(4.141);
        assertThat(summary.latency().serviceTime().minUs()).isEqualTo(17_000);
        assertThat(analysis.notes()).hasSize(2);
    }

    @Test
    void columnsThatTheFileDoesNotHaveAreNoted() throws IOException {
        Path file = Files.writeString(
                directory.resolve("records.csv"), "status,start_us,latency_us,worker\n201,1000,50,1\n201,3000,70,2\n");
        RecordsAnalysis analysis = RecordsAnalysis.of(file, Window.WHOLE, OptionalLong.empty());
        Figures summary = analysis.figures();

        assertThat(outcomes(summary)).containsExactly(2L, 0L, 0L);
        assertThat(summary.workers()).hasValue(2);
        assertThat(analysis.notes())
                .containsExactly(
                        "The file has no column method, due_us, request, attempt, failure, bytes, target: each row"
                                + " counts as one request; response times are service times; their content is not in the "
                                + "report.");
    }

    @Test
    void theStartOfTheRunIsUsedUnlessAnAttemptWasSentBefore() throws IOException {
        Path file = new RecordsFile()
                .attempt(700_000, 10, 201, 0, 0, 1)
                .attempt(300_000, 900_000, 201, 1, 1, 1)
                .writeTo(directory);

        RecordsAnalysis known = RecordsAnalysis.of(file, Window.WHOLE, OptionalLong.of(RecordsFile.START - 1_500_000));
        assertThat(known.figures().wallTimeSeconds()).isEqualTo(2.7);
        assertThat(known.seconds()).extracting(TimelineSecond::started).containsExactly(0L, 1L, 1L);

        RecordsAnalysis another = RecordsAnalysis.of(file, Window.WHOLE, OptionalLong.of(RecordsFile.START + 500_000));
        assertThat(another.figures().wallTimeSeconds()).isEqualTo(0.9);
        assertThat(another.seconds()).extracting(TimelineSecond::started).containsExactly(2L);
    }

    @Test
    void aStrayInstantIsNotedAndDoesNotFillTheMemory() throws IOException {
        RecordsAnalysis analysis = analyze(
                new RecordsFile().attempt(0, 9, 201, 0, 0, 1).attempt(400L * 24 * 3600 * 1_000_000, 9, 201, 0, 1, 1));

        assertThat(analysis.seconds()).hasSize(1);
        assertThat(analysis.notes()).anySatisfy(note -> assertThat(note).contains("1 attempts lie more than 30 days"));
    }

    @Test
    void aWindowMustGoForwards() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Window(3, 3));
        assertThatIllegalArgumentException().isThrownBy(() -> new Window(-1, 3));
        assertThatIllegalArgumentException().isThrownBy(() -> new Window(Double.NaN, 3));
        assertThatIllegalArgumentException().isThrownBy(() -> new Window(0, Double.NaN));
    }

    private RecordsAnalysis analyze(RecordsFile file) throws IOException {
        return RecordsAnalysis.of(file.writeTo(directory), Window.WHOLE, OptionalLong.empty());
    }

    private static long sum(Map<?, Long> counts) {
        return counts.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Requests that were ok at first, ok after retries, and not ok. */
    private static List<Long> outcomes(Figures summary) {
        return List.of(
                summary.requests().okAtFirstAttempt(),
                summary.requests().okAfterRetries(),
                summary.requests().failed());
    }
}
