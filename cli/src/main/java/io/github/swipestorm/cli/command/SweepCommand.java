package io.github.swipestorm.cli.command;

import io.github.swipestorm.cli.ShortHelp;
import io.github.swipestorm.cli.option.ArrivalOptions;
import io.github.swipestorm.cli.option.LoadOptions;
import io.github.swipestorm.cli.option.RepeatsOption;
import io.github.swipestorm.cli.server.ServerUnderTest;
import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.Schedule;
import io.github.swipestorm.client.experiment.Sweep;
import io.github.swipestorm.client.experiment.ThreadCounts;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.experiment.Variant;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.report.experiment.ExperimentReport;
import io.github.swipestorm.client.report.experiment.ExperimentReports;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures throughput and latency at several thread counts, and reports where more threads stop helping. */
@Command(
        name = "sweep",
        description =
                "Find how throughput and latency grow with the number of threads. It runs one plan at several thread"
                        + " counts and says how throughput and latency grow, where the knee is, and what the laws of"
                        + " Amdahl and Gunther make of it.")
@ShortHelp(
        options = {"--threads", "--repeats", "--url", "--duration", "--settle", "--transport", "--output", "--resume"},
        examples = {
            "sweep --threads 1,2,4,8,16,32,64,128 --repeats 5",
            "sweep --threads 1..512x2 --url http://localhost:8080/app"
        })
public final class SweepCommand extends ExperimentCommand {

    @Option(
            names = {"-t", "--threads"},
            paramLabel = "COUNTS",
            defaultValue = "50,100,160,200,500",
            description = "Thread counts: 50,100,160, or 1..512x2 to double, or 10..100+10 for steps "
                    + "(default: ${DEFAULT-VALUE}).")
    private String threads;

    @Mixin
    private RepeatsOption repeatsOption;

    @Mixin
    private LoadOptions.Model modelOption;

    @Mixin
    private LoadOptions.Transport transportOption;

    @Mixin
    private ArrivalOptions arrivalOptions;

    @Override
    public Design design(List<ServerUnderTest> servers) {
        List<Integer> counts = ThreadCounts.parse(threads).all();
        if (counts.size() < 2) {
            throw new IllegalArgumentException(
                    "'" + threads + "' is one thread count, and a sweep is about several: name more, "
                            + "or repeat this one with run --threads " + counts.get(0) + " --repeat "
                            + repeatsOption.repeats());
        }
        ServerUnderTest server = servers.get(0);
        List<Variant> variants = new ArrayList<>();
        for (int count : counts) {
            LoadPlan plan = plan(
                    server,
                    OptionalInt.of(count),
                    modelOption.model,
                    transportOption.typed(),
                    arrivalOptions.openLoop());
            variants.add(new Variant(Sweep.variant(count), server.name(), plan));
        }
        long seed = variants.get(0).plan().seed();
        return design("sweep", variants, Schedule.shuffled(variants, repeatsOption.repeats(), seed));
    }

    @Override
    public ExperimentReport report(Design design, List<Trial> trials, List<String> notes) {
        return ExperimentReports.sweep(design, trials, notes);
    }
}
