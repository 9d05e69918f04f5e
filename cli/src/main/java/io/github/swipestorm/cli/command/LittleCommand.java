package io.github.swipestorm.cli.command;

import io.github.swipestorm.cli.ShortHelp;
import io.github.swipestorm.cli.option.LoadOptions;
import io.github.swipestorm.cli.option.RepeatsOption;
import io.github.swipestorm.cli.server.ServerUnderTest;
import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.Schedule;
import io.github.swipestorm.client.experiment.Sweep;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.experiment.Variant;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.StopRule;
import io.github.swipestorm.client.report.experiment.ExperimentReport;
import io.github.swipestorm.client.report.experiment.ExperimentReports;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Predicts the throughput of many threads from one thread's latency, and compares it with a measurement. */
@Command(
        name = "little",
        description =
                "Check Little's law. It runs one thread to predict the throughput at --threads from the latency of its"
                        + " requests, measures that, and holds the law against the latency that was measured there.")
@ShortHelp(
        options = {"--threads", "--sample", "--repeats", "--url", "--duration", "--settle", "--transport", "--output"},
        examples = {"little --threads 200 --repeats 5", "little --threads 50 --url http://localhost:8080/app"})
public final class LittleCommand extends ExperimentCommand {

    @Mixin
    private LoadOptions loadOptions;

    @Option(
            names = "--sample",
            paramLabel = "N",
            defaultValue = "10000",
            description = "Requests to send on one thread (default: ${DEFAULT-VALUE}).")
    private long sample;

    @Mixin
    private RepeatsOption repeatsOption;

    @Override
    public Design design(List<ServerUnderTest> servers) {
        if (loadOptions.threads().count() < 2) {
            throw new IllegalArgumentException("--threads must be at least 2, not "
                    + loadOptions.threads().count() + ": one thread is what is predicted from");
        }
        if (sample < 2) {
            throw new IllegalArgumentException("--sample must be at least 2, not " + sample);
        }
        ServerUnderTest server = servers.get(0);
        LoadPlan many = plan(
                server,
                OptionalInt.of(loadOptions.threads().count()),
                loadOptions.model(),
                loadOptions.transport(),
                Optional.empty());
        LoadPlan one = many.toBuilder().threads(1).stop(StopRule.after(sample)).build();
        List<Variant> variants = List.of(
                new Variant(Sweep.variant(1), server.name(), one),
                new Variant(Sweep.variant(loadOptions.threads().count()), server.name(), many));
        return design("little", variants, Schedule.mirrored(variants, repeatsOption.repeats()));
    }

    @Override
    public ExperimentReport report(Design design, List<Trial> trials, List<String> notes) {
        return ExperimentReports.little(design, trials, notes);
    }
}
