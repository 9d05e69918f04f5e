package io.github.swipestorm.cli.command;

import io.github.swipestorm.cli.ShortHelp;
import io.github.swipestorm.cli.option.ArrivalOptions;
import io.github.swipestorm.cli.option.LoadOptions;
import io.github.swipestorm.cli.option.OptionTypes;
import io.github.swipestorm.cli.option.RoundsOption;
import io.github.swipestorm.cli.server.ServerUnderTest;
import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.experiment.Variant;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.report.experiment.ExperimentReport;
import io.github.swipestorm.client.report.experiment.ExperimentReports;
import io.github.swipestorm.client.transport.TransportType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares transports with each other. */
@Command(name = "transports", description = "Compare transports: the same load sent over each.")
@ShortHelp(
        options = {"--transports", "--rounds", "--url", "--threads", "--duration", "--settle", "--rate", "--output"},
        examples = {
            "compare transports --threads 50 --duration 4s",
            "compare transports --url http://localhost:8080/app --rate 500"
        })
final class CompareTransportsCommand extends ExperimentCommand {

    @Option(
            names = "--transports",
            paramLabel = "TRANSPORTS",
            completionCandidates = OptionTypes.Transports.class,
            split = ",",
            defaultValue = "classic,nio",
            description = "Which ones, all against the first: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private List<TransportType> transports;

    @Mixin
    private RoundsOption roundsOption;

    @Mixin
    private LoadOptions.Threads threadsOption;

    @Mixin
    private LoadOptions.Model modelOption;

    @Mixin
    private ArrivalOptions arrivalOptions;

    @Override
    public Design design(List<ServerUnderTest> servers) {
        ServerUnderTest server = servers.get(0);
        List<Variant> variants = new ArrayList<>();
        for (TransportType transport : transports) {
            LoadPlan plan = plan(
                    server,
                    threadsOption.given(),
                    modelOption.model,
                    Optional.of(transport),
                    arrivalOptions.openLoop());
            variants.add(new Variant(transport.toString(), server.name(), plan));
        }
        variants.add(RoundsOption.again(variants.get(0)));
        return design("compare-transports", variants, roundsOption.schedule(variants));
    }

    @Override
    public ExperimentReport report(Design design, List<Trial> trials, List<String> notes) {
        return ExperimentReports.comparison(design, trials, notes, List.of());
    }
}
