package io.github.swipestorm.client;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Runs every benchmark of the client briefly, so that none stops working; the results do not matter here. */
class BenchmarksIT {

    private static final String IGNORE_LOCK = "jmh.ignoreLock";

    private String ignoredBefore;

    /** JMH allows only one measuring process per machine; this one does not measure. */
    @BeforeEach
    void ignoreTheLock() {
        ignoredBefore = System.setProperty(IGNORE_LOCK, "true");
    }

    @AfterEach
    void restore() {
        if (ignoredBefore == null) {
            System.clearProperty(IGNORE_LOCK);
        } else {
            System.setProperty(IGNORE_LOCK, ignoredBefore);
        }
    }

    @Test
    void every_benchmark_runs() throws RunnerException {
        var results = new Runner(new OptionsBuilder()
                        .include("swipestorm[.]client[.]")
                        .forks(0)
                        .warmupIterations(0)
                        .measurementIterations(1)
                        .measurementTime(TimeValue.milliseconds(10))
                        .shouldFailOnError(true)
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run();

        // A benchmark with a parameter has one result for each of its values.
        assertThat(results.stream().map(BenchmarksIT::name).distinct())
                .containsExactlyInAnyOrder(
                        "distribution.HandingOut.eightWorkers",
                        "distribution.HandingOut.oneWorker",
                        "distribution.HandingOut.twoWorkers",
                        "record.csv.FormattingRows.answered",
                        "record.csv.FormattingRows.failed",
                        "record.csv.ReadingRecords.opencsv",
                        "record.csv.ReadingRecords.scanner",
                        "record.WritingDown.backToBack",
                        "record.WritingDown.betweenWork",
                        "record.WritingDown.failedBackToBack",
                        "record.WritingDown.workAlone",
                        "measure.AddingUp.bucketed",
                        "measure.AddingUp.exact",
                        "measure.AddingUp.heatMap",
                        "measure.AddingUp.histogram",
                        "measure.AddingUp.timeline",
                        "transport.http1.Encoding.composedSwipe",
                        "transport.http1.Encoding.swipe",
                        "transport.http1.Parsing.changingHead",
                        "transport.http1.Parsing.chunkedChangingHead",
                        "transport.http1.Parsing.chunkedSameHead",
                        "transport.http1.Parsing.sameHead",
                        "transport.http1.Parsing.twoPieces",
                        "workload.swipes.Composing.sameSwipe",
                        "workload.swipes.Composing.swipes",
                        "workload.swipes.Composing.withJsonMapper",
                        "workload.swipes.Composing.withStringBuilder");
    }

    private static String name(RunResult result) {
        return result.getParams().getBenchmark().substring("io.github.swipestorm.client.".length());
    }
}
