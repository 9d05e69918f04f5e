package io.github.swipestorm.client.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.engine.LoadPlan;
import io.github.swipestorm.client.experiment.CapacityCourse;
import io.github.swipestorm.client.experiment.Comparison;
import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.FakeTrials;
import io.github.swipestorm.client.experiment.Little;
import io.github.swipestorm.client.experiment.Objectives;
import io.github.swipestorm.client.experiment.Quantity;
import io.github.swipestorm.client.experiment.Schedule;
import io.github.swipestorm.client.experiment.Setting;
import io.github.swipestorm.client.experiment.Step;
import io.github.swipestorm.client.experiment.Sweep;
import io.github.swipestorm.client.experiment.ThreadCounts;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.testing.Plans;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What experiments say, of runs that are made up: the same on every machine. */
class ExperimentPagesTest {

    @TempDir
    private Path directory;

    private static Design design(String kind, List<Setting> settings, int rounds) {
        return Design.of(
                kind,
                settings,
                Schedule.mirrored(settings, rounds),
                Duration.ofSeconds(1),
                Duration.ofSeconds(10),
                Objectives.NONE);
    }

    private static List<Trial> run(Design design, double noise, ToDoubleFunction<Setting> throughput) {
        FakeTrials fake = new FakeTrials(noise, throughput);
        List<Trial> trials = new ArrayList<>();
        design.order().forEach(step -> trials.add(fake.run(step)));
        return trials;
    }

    private static double scaling(Setting setting) {
        double n = setting.plan().threads();
        return 1_000 * n / (1 + 0.02 * (n - 1) + 0.0002 * n * (n - 1));
    }

    private static List<Setting> threads(String counts) {
        return ThreadCounts.parse(counts).all().stream()
                .map(count -> FakeTrials.setting(Sweep.setting(count), count))
                .toList();
    }

    @Test
    void a_sweep_is_told_as_it_always_was() throws Exception {
        Design design = design("sweep", threads("1..256x2"), 3);

        ExperimentReport report =
                ExperimentReports.sweep(design, run(design, 0.01, ExperimentPagesTest::scaling), List.of());

        Golden.assertIs("sweep.md", report.text());
        report.writeTo(directory, warning -> {});
        assertThat(directory)
                .isDirectoryContaining("glob:**/throughput-against-threads.svg")
                .isDirectoryContaining("glob:**/response-time-against-threads.svg");
        assertThat(directory.resolve("report.html")).content().contains("<svg", "Universal Scalability Law");
        assertThat(directory.resolve("report.md")).hasContent(report.text().strip());
    }

    @Test
    void a_sweep_over_few_thread_counts_refuses_to_conclude() {
        Design design = design("sweep", threads("50,100,160"), 1);

        String text = ExperimentReports.sweep(design, run(design, 0.01, ExperimentPagesTest::scaling), List.of())
                .text();

        assertThat(text)
                .contains("too few repeated runs for an interval", "no conclusion. 3 numbers of threads are too few")
                .doesNotContain("NaN", "Infinity");
    }

    @Test
    void a_comparison_is_told_as_it_always_was() throws Exception {
        List<Setting> things = List.of(
                FakeTrials.setting("servlet", 200),
                FakeTrials.setting("springboot", 200),
                FakeTrials.setting(Comparison.again("servlet"), 200));
        Design design = design("compare-servers", things, 10);

        List<Trial> trials = run(design, 0.04, setting -> setting.name().equals("springboot") ? 8_000 : 10_000);

        Golden.assertIs(
                "comparison.md",
                ExperimentReports.comparison(design, trials, List.of(), List.of("A remark."))
                        .text());
    }

    @Test
    void littles_law_is_told_as_it_always_was() throws Exception {
        List<Setting> settings =
                List.of(FakeTrials.setting(Little.setting(1), 1), FakeTrials.setting(Little.setting(200), 200));
        Design design = design("little", settings, 3);

        List<Trial> trials = run(design, 0.02, setting -> setting.plan().threads() == 1 ? 34.1 : 3_155);

        Golden.assertIs(
                "little.md", ExperimentReports.little(design, trials, List.of()).text());
    }

    @Test
    void repeated_runs_are_told_as_they_always_were() throws Exception {
        Design design = design("repeat", List.of(FakeTrials.setting("average-200", 200)), 5);

        Golden.assertIs(
                "repeat.md",
                ExperimentReports.repeat(design, run(design, 0.03, setting -> 20_000), List.of())
                        .text());
    }

    @Test
    void a_matrix_is_told_as_it_always_was() throws Exception {
        List<Setting> settings =
                List.of(FakeTrials.setting("threads=50", 50), FakeTrials.setting("threads=200 | odd", 200));
        Design design = design("matrix", settings, 2);

        List<Trial> trials = run(design, 0.02, setting -> setting.plan().threads() == 50 ? 30_000 : 20_000);

        Golden.assertIs(
                "matrix.md",
                ExperimentReports.matrix(design, trials, List.of("A note.")).text());
    }

    @Test
    void a_capacity_is_told_as_it_always_was() throws Exception {
        LoadPlan base = Plans.plan(Plans.NOWHERE)
                .threads(8)
                .duration(Duration.ofSeconds(10))
                .build();
        CapacityCourse course = new CapacityCourse("nowhere", base, ThreadCounts.parse("1..8x2"), 3);
        Design design = new Design(
                "capacity",
                course.threads(),
                course,
                Duration.ZERO,
                Duration.ZERO,
                Objectives.parse("p99<100ms"),
                new TreeMap<>());
        FakeTrials fake = new FakeTrials(0.01, ExperimentPagesTest::scaling);
        List<Trial> trials = new ArrayList<>();
        for (Optional<Step> next = course.next(trials); next.isPresent(); next = course.next(trials)) {
            Step step = next.get();
            trials.add(step.setting().name().startsWith("rate=") ? open(step) : fake.run(step));
        }

        Golden.assertIs(
                "capacity.md",
                ExperimentReports.capacity(design, course, trials, List.of()).text());
        assertThat(ExperimentReports.capacity(design, course, trials.subList(0, 5), List.of("not complete"))
                        .text())
                .contains("nothing can be said of the capacity yet", "WARNING: not complete");
    }

    /** A server that keeps to the objective up to 4,000 a second. */
    private static Trial open(Step step) {
        double rate = CapacityCourse.rateOf(step.setting().name());
        Trial trial = FakeTrials.trial(step, rate).with(Quantity.OFFERED_MET, 1);
        return new Trial(
                trial.setting(),
                trial.round(),
                trial.startedAt(),
                trial.ended(),
                trial.bound(),
                Optional.of(rate <= 4_000),
                trial.quantities());
    }

    @Test
    void a_part_of_any_experiment_can_be_told() {
        Design design = design("sweep", threads("1..8x2"), 3);
        List<Trial> one = run(design, 0, setting -> 100).subList(0, 1);

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
