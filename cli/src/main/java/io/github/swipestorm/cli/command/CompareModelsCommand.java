package io.github.swipestorm.cli.command;

import io.github.swipestorm.cli.ShortHelp;
import io.github.swipestorm.cli.option.ArrivalOptions;
import io.github.swipestorm.cli.option.LoadOptions;
import io.github.swipestorm.cli.option.OptionTypes;
import io.github.swipestorm.cli.option.RoundsOption;
import io.github.swipestorm.cli.server.ServerUnderTest;
import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.experiment.Variant;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.report.experiment.ExperimentReport;
import io.github.swipestorm.client.report.experiment.ExperimentReports;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares sending models with each other. */
@Command(name = "models", description = "Compare sending models: the same load shared out by each.")
@ShortHelp(
        options = {"--models", "--rounds", "--url", "--threads", "--duration", "--settle", "--transport", "--output"},
        examples = {
            "compare models --rounds 10 --duration 4s",
            "compare models --models average,less-blocking --threads 50"
        })
final class CompareModelsCommand extends ExperimentCommand {

    @Option(
            names = "--models",
            paramLabel = "MODELS",
            completionCandidates = OptionTypes.Models.class,
            split = ",",
            defaultValue = "average,producer-consumer,less-blocking",
            description = "Which ones, all against the first: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private List<SendingModel> models;

    @Mixin
    private RoundsOption roundsOption;

    @Mixin
    private LoadOptions.Threads threadsOption;

    @Mixin
    private LoadOptions.Transport transportOption;

    @Mixin
    private ArrivalOptions arrivalOptions;

    @Override
    public Design design(List<ServerUnderTest> servers) {
        ServerUnderTest server = servers.get(0);
        List<Variant> variants = new ArrayList<>();
        for (SendingModel model : models) {
            LoadPlan plan =
                    plan(server, threadsOption.given(), model, transportOption.typed(), arrivalOptions.openLoop());
            variants.add(new Variant(model.toString(), server.name(), plan));
        }
        variants.add(RoundsOption.again(variants.get(0)));
        return design("compare-models", variants, roundsOption.schedule(variants));
    }

    @Override
    public ExperimentReport report(Design design, List<Trial> trials, List<String> notes) {
        return ExperimentReports.comparison(design, trials, notes, List.of());
    }
}
