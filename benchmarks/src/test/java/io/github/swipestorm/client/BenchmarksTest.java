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

/** Runs every benchmark for a moment, so that none rots; what it takes is of no interest here. */
class BenchmarksTest {

    private static final String IGNORE_LOCK = "jmh.ignoreLock";

    private String ignoredBefore;

    /** JMH lets only one process of a machine measure at a time; this one does not measure. */
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
                        .forks(0)
                        .warmupIterations(0)
                        .measurementIterations(1)
                        .measurementTime(TimeValue.milliseconds(10))
                        .shouldFailOnError(true)
                        .verbosity(VerboseMode.SILENT)
                        .build())
                .run();

        // A benchmark with a parameter has one result for each of its values.
        assertThat(results.stream().map(BenchmarksTest::name).distinct())
                .containsExactlyInAnyOrder(
                        "model.HandingOut.eightWorkers",
                        "model.HandingOut.oneWorker",
                        "model.HandingOut.twoWorkers",
                        "record.FormattingRows.answered",
                        "record.FormattingRows.failed",
                        "record.WritingDown.backToBack",
                        "record.WritingDown.betweenWork",
                        "record.WritingDown.failedBackToBack",
                        "record.WritingDown.workAlone",
                        "stats.AddingUp.bucketed",
                        "stats.AddingUp.exact",
                        "stats.AddingUp.heatMap",
                        "stats.AddingUp.histogram",
                        "stats.AddingUp.timeline",
                        "transport.Encoding.composedSwipe",
                        "transport.Encoding.swipe",
                        "transport.Parsing.changingHead",
                        "transport.Parsing.chunkedChangingHead",
                        "transport.Parsing.chunkedSameHead",
                        "transport.Parsing.sameHead",
                        "transport.Parsing.twoPieces",
                        "workload.Composing.sameSwipe",
                        "workload.Composing.swipes",
                        "workload.Composing.withJsonMapper",
                        "workload.Composing.withStringBuilder");
    }

    private static String name(RunResult result) {
        return result.getParams().getBenchmark().substring("io.github.swipestorm.client.".length());
    }
}
