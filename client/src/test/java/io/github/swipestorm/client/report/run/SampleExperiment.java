package io.github.swipestorm.client.report.run;

import io.github.swipestorm.client.experiment.CapacitySequence;
import io.github.swipestorm.client.experiment.Comparison;
import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.FakeTrials;
import io.github.swipestorm.client.experiment.PlannedRun;
import io.github.swipestorm.client.experiment.RunMetric;
import io.github.swipestorm.client.experiment.Schedule;
import io.github.swipestorm.client.experiment.Sweep;
import io.github.swipestorm.client.experiment.ThreadCounts;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.experiment.Variant;
import io.github.swipestorm.client.objective.Objectives;
import io.github.swipestorm.client.objective.Objectives.Status;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.report.experiment.ExperimentReport;
import io.github.swipestorm.client.report.experiment.ExperimentReports;
import io.github.swipestorm.client.testing.Plans;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** One experiment of each kind, of runs that are made up: the same on every machine. */
public enum SampleExperiment {
    SWEEP {
        @Override
        ExperimentReport report() {
            Design design = design("sweep", threads("1..256x2"), 3);
            return ExperimentReports.sweep(design, run(design, 0.01, SampleExperiment::scaling), List.of());
        }
    },
    COMPARISON {
        @Override
        ExperimentReport report() {
            List<Variant> things = List.of(
                    FakeTrials.variant("servlet", 200),
                    FakeTrials.variant("springboot", 200),
                    FakeTrials.variant(Comparison.again("servlet"), 200));
            Design design = design("compare-servers", things, 10);
            List<Trial> trials = run(design, 0.04, variant -> variant.name().equals("springboot") ? 8_000 : 10_000);
            return ExperimentReports.comparison(design, trials, List.of(), List.of("A remark."));
        }
    },
    LITTLE {
        @Override
        ExperimentReport report() {
            List<Variant> variants =
                    List.of(FakeTrials.variant(Sweep.variant(1), 1), FakeTrials.variant(Sweep.variant(200), 200));
            Design design = design("little", variants, 3);
            List<Trial> trials = run(design, 0.02, variant -> variant.plan().threads() == 1 ? 34.1 : 3_155);
            return ExperimentReports.little(design, trials, List.of());
        }
    },
    REPEAT {
        @Override
        ExperimentReport report() {
            Design design = design("repeat", List.of(FakeTrials.variant("average-200", 200)), 5);
            return ExperimentReports.repeat(design, run(design, 0.03, variant -> 20_000), List.of());
        }
    },
    MATRIX {
        @Override
        ExperimentReport report() {
            List<Variant> variants =
                    List.of(FakeTrials.variant("threads=50", 50), FakeTrials.variant("threads=200 | odd", 200));
            Design design = design("matrix", variants, 2);
            List<Trial> trials = run(design, 0.02, variant -> variant.plan().threads() == 50 ? 30_000 : 20_000);
            return ExperimentReports.matrix(design, trials, List.of("A note."));
        }
    },
    CAPACITY {
        @Override
        ExperimentReport report() {
            return capacity(Integer.MAX_VALUE, List.of());
        }
    };

    abstract ExperimentReport report();

    /** The search for a capacity, of which only the first runs were made. */
    static ExperimentReport capacity(int runs, List<String> notes) {
        LoadPlan base = Plans.plan(Plans.NOWHERE)
                .threads(8)
                .duration(Duration.ofSeconds(10))
                .build();
        CapacitySequence sequence = new CapacitySequence("nowhere", base, ThreadCounts.parse("1..8x2"), 3);
        Design design = new Design(
                "capacity",
                sequence.threads(),
                sequence,
                Duration.ZERO,
                Duration.ZERO,
                Objectives.parse("p99<100ms"),
                new TreeMap<>());
        FakeTrials fake = new FakeTrials(0.01, SampleExperiment::scaling);
        List<Trial> trials = new ArrayList<>();
        for (Optional<PlannedRun> next = sequence.next(trials);
                next.isPresent() && trials.size() < runs;
                next = sequence.next(trials)) {
            PlannedRun planned = next.get();
            trials.add(planned.variant().name().startsWith("rate=") ? open(planned) : fake.run(planned));
        }
        return ExperimentReports.capacity(design, sequence, trials, notes);
    }

    /** A server that keeps to the objective up to 4,000 a second. */
    private static Trial open(PlannedRun planned) {
        double rate = CapacitySequence.rateOf(planned.variant().name());
        Trial trial = FakeTrials.trial(planned, rate).with(RunMetric.OFFERED_MET, 1);
        return FakeTrials.judged(trial, rate <= 4_000 ? Status.MET : Status.MISSED);
    }

    public static Design design(String kind, List<Variant> variants, int rounds) {
        return Design.of(
                kind,
                variants,
                Schedule.mirrored(variants, rounds),
                Duration.ofSeconds(1),
                Duration.ofSeconds(10),
                Objectives.NONE);
    }

    public static List<Trial> run(Design design, double noise, ToDoubleFunction<Variant> throughput) {
        FakeTrials fake = new FakeTrials(noise, throughput);
        List<Trial> trials = new ArrayList<>();
        design.order().forEach(planned -> trials.add(fake.run(planned)));
        return trials;
    }

    static double scaling(Variant variant) {
        double n = variant.plan().threads();
        return 1_000 * n / (1 + 0.02 * (n - 1) + 0.0002 * n * (n - 1));
    }

    static List<Variant> threads(String counts) {
        return ThreadCounts.parse(counts).all().stream()
                .map(count -> FakeTrials.variant(Sweep.variant(count), count))
                .toList();
    }
}
