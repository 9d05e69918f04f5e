package io.github.swipestorm.client.cli;

import io.github.swipestorm.client.engine.LoadPlan;
import io.github.swipestorm.client.engine.StopRule;
import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.Little;
import io.github.swipestorm.client.experiment.Schedule;
import io.github.swipestorm.client.experiment.Setting;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.report.ExperimentReport;
import io.github.swipestorm.client.report.ExperimentReports;
import io.github.swipestorm.client.server.ServerException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Predicts the throughput of many threads from one thread's latency, and measures what becomes of it. */
@Command(
        name = "little",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        abbreviateSynopsis = true,
        defaultValueProvider = ExperimentDefaults.class,
        description =
                "Check Little's law. It runs one thread to predict the throughput at --threads from the latency of its"
                        + " requests, measures that, and holds the law against the latency that was measured there.")
@ShortHelp(
        options = {"--threads", "--sample", "--repeats", "--url", "--duration", "--settle", "--transport", "--output"},
        examples = {"little --threads 200 --repeats 5", "little --threads 50 --url http://localhost:8080/app"})
final class LittleCommand implements Callable<Integer>, Question {

    @Mixin
    private ThreadsOption threadsOption;

    @Option(
            names = "--sample",
            paramLabel = "N",
            defaultValue = "10000",
            description = "Requests to send on one thread (default: ${DEFAULT-VALUE}).")
    private long sample;

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
        if (threadsOption.threads < 2) {
            throw new IllegalArgumentException("--threads must be at least 2, not " + threadsOption.threads
                    + ": one thread is what is predicted from");
        }
        if (sample < 2) {
            throw new IllegalArgumentException("--sample must be at least 2, not " + sample);
        }
        Site site = sites.get(0);
        LoadPlan many = commons.plan(new Essentials(
                site.target(),
                threadsOption.threads,
                modelOption.model,
                transportOption.transport,
                Optional.empty(),
                endOptions.end()));
        LoadPlan one = many.withThreads(1).withStop(StopRule.after(sample));
        List<Setting> settings = List.of(
                new Setting(Little.setting(1), site.name(), one),
                new Setting(Little.setting(threadsOption.threads), site.name(), many));
        return commons.design("little", settings, Schedule.mirrored(settings, repeatsOption.repeats()));
    }

    @Override
    public ExperimentReport answer(Design design, List<Trial> trials, List<String> notes) {
        return ExperimentReports.little(design, trials, notes);
    }
}
