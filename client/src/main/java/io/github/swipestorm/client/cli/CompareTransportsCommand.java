package io.github.swipestorm.client.cli;

import io.github.swipestorm.client.engine.LoadPlan;
import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.Setting;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.report.ExperimentReport;
import io.github.swipestorm.client.report.ExperimentReports;
import io.github.swipestorm.client.server.ServerException;
import io.github.swipestorm.client.transport.Transports;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares transports with each other. */
@Command(
        name = "transports",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        abbreviateSynopsis = true,
        defaultValueProvider = ExperimentDefaults.class,
        description = "Compare transports: the same load sent over each.")
@ShortHelp(
        options = {"--transports", "--rounds", "--url", "--threads", "--duration", "--settle", "--rate", "--output"},
        examples = {
            "compare transports --threads 50 --duration 4s",
            "compare transports --url http://localhost:8080/app --rate 500"
        })
final class CompareTransportsCommand implements Callable<Integer>, Question {

    @Option(
            names = "--transports",
            paramLabel = "TRANSPORTS",
            split = ",",
            defaultValue = "classic,nio",
            description = "Which ones, all against the first: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private List<Transports> transports;

    @Mixin
    private RoundsOption roundsOption;

    @Mixin
    private TargetOptions targetOptions;

    @Mixin
    private TrialEndOptions endOptions;

    @Mixin
    private ThreadsOption threadsOption;

    @Mixin
    private ModelOption modelOption;

    @Mixin
    private ArrivalOptions arrivalOptions;

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
        Site site = sites.get(0);
        List<Setting> things = new ArrayList<>();
        for (Transports transport : transports) {
            LoadPlan plan = commons.plan(new Essentials(
                    site.target(),
                    threadsOption.threads,
                    modelOption.model,
                    transport,
                    arrivalOptions.openLoop(),
                    endOptions.end()));
            things.add(new Setting(transport.toString(), site.name(), plan));
        }
        Setting again = RoundsOption.again(things.get(0));
        return commons.comparison("compare-transports", things, again, roundsOption);
    }

    @Override
    public ExperimentReport answer(Design design, List<Trial> trials, List<String> notes) {
        return ExperimentReports.comparison(design, trials, notes, List.of());
    }
}
