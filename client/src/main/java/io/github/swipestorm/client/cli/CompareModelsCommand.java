package io.github.swipestorm.client.cli;

import io.github.swipestorm.client.engine.LoadPlan;
import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.Setting;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.model.Models;
import io.github.swipestorm.client.report.ExperimentReport;
import io.github.swipestorm.client.report.ExperimentReports;
import io.github.swipestorm.client.server.ServerException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Compares sending models with each other. */
@Command(
        name = "models",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        abbreviateSynopsis = true,
        defaultValueProvider = ExperimentDefaults.class,
        description = "Compare sending models: the same load shared out by each.")
@ShortHelp(
        options = {"--models", "--rounds", "--url", "--threads", "--duration", "--settle", "--transport", "--output"},
        examples = {
            "compare models --rounds 10 --duration 4s",
            "compare models --models average,less-blocking --threads 50"
        })
final class CompareModelsCommand implements Callable<Integer>, Question {

    @Option(
            names = "--models",
            paramLabel = "MODELS",
            split = ",",
            defaultValue = "average,producer-consumer,less-blocking",
            description = "Which ones, all against the first: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private List<Models> models;

    @Mixin
    private RoundsOption roundsOption;

    @Mixin
    private TargetOptions targetOptions;

    @Mixin
    private TrialEndOptions endOptions;

    @Mixin
    private ThreadsOption threadsOption;

    @Mixin
    private TransportOption transportOption;

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
        for (Models model : models) {
            LoadPlan plan = commons.plan(new Essentials(
                    site.target(),
                    threadsOption.threads,
                    model,
                    transportOption.transport,
                    arrivalOptions.openLoop(),
                    endOptions.end()));
            things.add(new Setting(model.toString(), site.name(), plan));
        }
        Setting again = RoundsOption.again(things.get(0));
        return commons.comparison("compare-models", things, again, roundsOption);
    }

    @Override
    public ExperimentReport answer(Design design, List<Trial> trials, List<String> notes) {
        return ExperimentReports.comparison(design, trials, notes, List.of());
    }
}
