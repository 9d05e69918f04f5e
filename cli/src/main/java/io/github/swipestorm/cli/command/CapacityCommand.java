package io.github.swipestorm.cli.command;

import io.github.swipestorm.cli.ExitCodes;
import io.github.swipestorm.cli.ShortHelp;
import io.github.swipestorm.cli.option.LoadOptions;
import io.github.swipestorm.cli.option.RepeatsOption;
import io.github.swipestorm.cli.option.SloOption;
import io.github.swipestorm.cli.server.ServerUnderTest;
import io.github.swipestorm.client.arrival.ArrivalProcess;
import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.experiment.CapacitySequence;
import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.ThreadCounts;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.experiment.Variant;
import io.github.swipestorm.client.inference.CapacitySearch;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.report.experiment.ExperimentReport;
import io.github.swipestorm.client.report.experiment.ExperimentReports;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Finds the highest rate that meets objectives, and the fewest threads that achieve nearly as much as many. */
@Command(
        name = "capacity",
        description =
                "Find the highest rate at which the objectives of --slo are met. A search and a longer confirmation"
                        + " find the rate; it also finds the fewest threads that reach 95 %% of the best closed-loop"
                        + " throughput.",
        footer = {
            "First 1, 2, 4 and so on up to --threads threads send as fast as they can; the search for the rate begins"
                    + " at half of the best. A confirmation lasts three times as long as the other runs.",
            ExitCodes.HELP_OF_CAPACITY
        })
@ShortHelp(
        options = {"--slo", "--threads", "--repeats", "--url", "--duration", "--settle", "--transport", "--output"},
        examples = {
            "capacity --slo \"p99<50ms,errors<0.1%\" --transport nio",
            "capacity --slo \"p99<200ms\" --url http://localhost:8080/app"
        })
public final class CapacityCommand extends ExperimentCommand {

    @Mixin
    private SloOption sloOption;

    @Mixin
    private LoadOptions loadOptions;

    @Mixin
    private RepeatsOption repeatsOption;

    @Override
    public Design design(List<ServerUnderTest> servers) {
        if (sloOption.objectives().all().isEmpty()) {
            throw new IllegalArgumentException(
                    "What a rate is to keep to is missing: add --slo, such as --slo \"p99<100ms,errors<0.1%\"");
        }
        if (repeatsOption.repeats() % 2 == 0) {
            throw new IllegalArgumentException(
                    "--repeats must be an odd number, not " + repeatsOption.repeats() + ": a majority decides");
        }
        ServerUnderTest server = servers.get(0);
        LoadPlan base = plan(
                server,
                OptionalInt.of(loadOptions.threads().count()),
                loadOptions.model(),
                loadOptions.transport(),
                Optional.empty());
        String counts = "1.." + loadOptions.threads().count() + "x2";
        CapacitySequence sequence =
                new CapacitySequence(server.name(), base, ThreadCounts.parse(counts), repeatsOption.repeats());
        List<Variant> variants = new ArrayList<>(sequence.threads());
        OpenLoop openLoop = new OpenLoop(Rate.parse("100"), List.of(), ArrivalProcess.CONSTANT);
        variants.add(new Variant("open loop", server.name(), base.withOpenLoop(openLoop)));
        return design(
                "capacity",
                variants,
                sequence,
                sloOption.objectives(),
                Map.of("repeats", Integer.toString(repeatsOption.repeats())));
    }

    @Override
    public boolean objectivesBind() {
        return false;
    }

    @Override
    public boolean succeeded(Design design, List<Trial> trials) {
        return ((CapacitySequence) design.sequence())
                .searched(trials)
                .flatMap(CapacitySearch::result)
                .filter(result -> result.ending() == CapacitySearch.Ending.CONFIRMED)
                .isPresent();
    }

    @Override
    public ExperimentReport report(Design design, List<Trial> trials, List<String> notes) {
        return ExperimentReports.capacity(design, (CapacitySequence) design.sequence(), trials, notes);
    }
}
