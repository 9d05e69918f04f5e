package io.github.swipestorm.client.cli;

import io.github.swipestorm.client.engine.LoadPlan;
import io.github.swipestorm.client.experiment.CapacityCourse;
import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.Setting;
import io.github.swipestorm.client.experiment.ThreadCounts;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.model.Arrivals;
import io.github.swipestorm.client.model.OpenLoop;
import io.github.swipestorm.client.model.Rate;
import io.github.swipestorm.client.report.ExperimentReport;
import io.github.swipestorm.client.report.ExperimentReports;
import io.github.swipestorm.client.server.ServerException;
import io.github.swipestorm.client.stats.CapacitySearch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Finds the highest rate that keeps to objectives, and how few threads do nearly as much as many. */
@Command(
        name = "capacity",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        abbreviateSynopsis = true,
        defaultValueProvider = ExperimentDefaults.class,
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
final class CapacityCommand implements Callable<Integer>, Question {

    @Mixin
    private SloOption sloOption;

    @Mixin
    private ThreadsOption threadsOption;

    @Mixin
    private RepeatsOption repeatsOption;

    @Mixin
    private TargetOptions targetOptions;

    @Mixin
    private TrialEndOptions endOptions;

    @Mixin
    private ModelOption modelOption;

    @Mixin
    private TransportOption transportOption;

    @Mixin
    private ExperimentCommons commons;

    @Override
    public Integer call() throws ServerException, IOException, InterruptedException {
        return commons.answer(this);
    }

    @Override
    public Sites sites() {
        return targetOptions;
    }

    @Override
    public Design design(List<Site> sites) {
        if (sloOption.objectives().all().isEmpty()) {
            throw new IllegalArgumentException(
                    "What a rate is to keep to is missing: add --slo, such as --slo \"p99<100ms,errors<0.1%\"");
        }
        if (repeatsOption.repeats() % 2 == 0) {
            throw new IllegalArgumentException(
                    "--repeats must be an odd number, not " + repeatsOption.repeats() + ": a majority decides");
        }
        Site site = sites.get(0);
        LoadPlan base = commons.plan(new Essentials(
                site.target(),
                threadsOption.threads,
                modelOption.model,
                transportOption.transport,
                Optional.empty(),
                endOptions.end()));
        String counts = "1.." + threadsOption.threads + "x2";
        CapacityCourse course =
                new CapacityCourse(site.name(), base, ThreadCounts.parse(counts), repeatsOption.repeats());
        List<Setting> settings = new ArrayList<>(course.threads());
        OpenLoop gentle = new OpenLoop(Rate.parse("100"), List.of(), Arrivals.CONSTANT);
        settings.add(new Setting("open loop", site.name(), base.withOpenLoop(gentle)));
        return commons.design(
                "capacity",
                settings,
                course,
                sloOption.objectives(),
                Map.of("repeats", Integer.toString(repeatsOption.repeats())));
    }

    @Override
    public boolean objectivesBind() {
        return false;
    }

    @Override
    public boolean succeeded(Design design, List<Trial> trials) {
        return ((CapacityCourse) design.course())
                .searched(trials)
                .flatMap(CapacitySearch::outcome)
                .filter(outcome -> outcome.ending() == CapacitySearch.Ending.CONFIRMED)
                .isPresent();
    }

    @Override
    public ExperimentReport answer(Design design, List<Trial> trials, List<String> notes) {
        return ExperimentReports.capacity(design, (CapacityCourse) design.course(), trials, notes);
    }
}
