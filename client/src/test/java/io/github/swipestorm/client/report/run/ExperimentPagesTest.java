package io.github.swipestorm.client.report.run;

import static io.github.swipestorm.client.report.run.SampleExperiment.design;
import static io.github.swipestorm.client.report.run.SampleExperiment.run;
import static io.github.swipestorm.client.report.run.SampleExperiment.threads;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.FakeTrials;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.experiment.Variant;
import io.github.swipestorm.client.report.experiment.ExperimentReport;
import io.github.swipestorm.client.report.experiment.ExperimentReports;
import io.github.swipestorm.client.report.store.ExperimentFile;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What experiments say, of runs that are made up: the same on every machine. */
class ExperimentPagesTest {

    @TempDir
    private Path directory;

    @ParameterizedTest
    @EnumSource
    void the_text_of_an_experiment_is_unchanged(SampleExperiment experiment) throws Exception {
        Golden.assertIs(
                experiment.name().toLowerCase(Locale.ROOT) + ".md",
                experiment.report().text());
    }

    @Test
    void a_report_is_written_as_page_text_and_charts() throws Exception {
        ExperimentReport report = SampleExperiment.SWEEP.report();

        report.writeTo(directory, warning -> {});

        assertThat(directory)
                .isDirectoryContaining("glob:**/throughput-against-threads.svg")
                .isDirectoryContaining("glob:**/response-time-against-threads.svg");
        assertThat(directory.resolve("report.html")).content().contains("<svg", "Universal Scalability Law");
        assertThat(directory.resolve("report.md")).hasContent(report.text().strip());
    }

    @Test
    void a_page_ends_with_what_the_runs_have_in_common_what_differs_and_the_command() throws Exception {
        Design design = design("sweep", threads("1..8x2"), 3);
        ExperimentFile.write(directory, design, "swipestorm sweep --threads 1..8x2", List.of("sweep"));

        ExperimentReports.sweep(design, run(design, 0.01, SampleExperiment::scaling), List.of())
                .writeTo(directory, warning -> {});

        assertThat(directory.resolve("report.md"))
                .content()
                .containsPattern("\\| pause \\(s\\) +\\| +1 +\\|")
                .containsPattern("\\| retries +\\| +5 +\\|")
                .containsPattern("\\| runs of +\\| threads +\\|")
                .containsPattern("\\| threads=8 +\\| +8 \\|")
                .contains("swipestorm sweep --threads 1..8x2");
        assertThat(directory.resolve("report.html"))
                .content()
                .contains(">Plan<", ">Environment<", ">How to repeat it<", "swipestorm sweep --threads 1..8x2");
    }

    @Test
    void a_sweep_over_few_thread_counts_refuses_to_conclude() {
        Design design = design("sweep", threads("50,100,160"), 1);

        String text = ExperimentReports.sweep(design, run(design, 0.01, SampleExperiment::scaling), List.of())
                .text();

        assertThat(text)
                .contains("too few repeated runs for an interval", "no conclusion. 3 numbers of threads are too few")
                .doesNotContain("NaN", "Infinity");
    }

    @Test
    void an_unfinished_search_reports_no_capacity() {
        assertThat(SampleExperiment.capacity(5, List.of("not complete")).text())
                .contains("nothing can be said of the capacity yet", "WARNING: not complete");
    }

    @Test
    void operations_have_rows_in_every_experiment_and_are_compared_where_variants_are() {
        List<Variant> variants = List.of(FakeTrials.variant("a", 8), FakeTrials.variant("b", 16));
        Design design = design("compare-servers", variants, 6);
        List<Trial> trials = run(design, 0.02, variant -> 1_000).stream()
                .map(trial -> FakeTrials.ofOperations(
                        trial,
                        // Twice the threads make twice the latency.
                        Map.of("list albums", 1.0, "add album", trial.variant().equals("b") ? 0.5 : 1.0)))
                .toList();

        for (ExperimentReport report : List.of(
                ExperimentReports.sweep(design, trials, List.of()),
                ExperimentReports.comparison(design, trials, List.of(), List.of()),
                ExperimentReports.little(design, trials, List.of()),
                ExperimentReports.repeat(design, trials, List.of()),
                ExperimentReports.matrix(design, trials, List.of()))) {
            assertThat(report.text())
                    .containsPattern("\\| a +\\| list albums \\| [0-9,]+ \\| +0 \\|")
                    .containsPattern("\\| b +\\| add album +\\|")
                    .doesNotContain("NaN", "Infinity", "null");
        }
        assertThat(ExperimentReports.comparison(design, trials, List.of(), List.of())
                        .conclusion())
                .containsPattern("'list albums', b against a: p99 went from .* ms: \\+\\d+\\.\\d %, 99.375 % interval ")
                .contains("By operation, b against a: no difference is shown in 1 of 2 operations.");
    }

    @Test
    void any_experiment_can_be_reported_from_a_part_of_its_runs() {
        Design design = design("sweep", threads("1..8x2"), 3);
        List<Trial> one = run(design, 0, variant -> 100).subList(0, 1);

        for (ExperimentReport report : List.of(
                ExperimentReports.sweep(design, one, List.of("not complete")),
                ExperimentReports.comparison(design, one, List.of("not complete"), List.of()),
                ExperimentReports.little(design, one, List.of("not complete")),
                ExperimentReports.repeat(design, one, List.of("not complete")),
                ExperimentReports.matrix(design, one, List.of("not complete")))) {
            assertThat(report.text()).contains("WARNING: not complete").doesNotContain("NaN", "Infinity", "null");
        }
    }
}
