package io.github.swipestorm.client.cli;

import io.github.swipestorm.client.engine.LoadPlan;
import io.github.swipestorm.client.experiment.Comparison;
import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.Setting;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.report.ExperimentReport;
import io.github.swipestorm.client.report.ExperimentReports;
import io.github.swipestorm.client.server.ServerException;
import io.github.swipestorm.client.server.ServerKind;
import io.github.swipestorm.client.server.ServerSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * Compares servers with each other. Those that it starts run through all rounds: a JVM that was just started does a third of
 * what it does when it is warm, so starting them anew for each run would compare their starts. What one process has by
 * chance more than another of the same kind is in the noise floor: the first server is started twice.
 */
@Command(
        name = "servers",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        abbreviateSynopsis = true,
        defaultValueProvider = ExperimentDefaults.class,
        description =
                "Compare servers: the same load to each. Servers that are started here run through all rounds, and of "
                        + "the first one two processes, so that the noise floor has what differs between two of a kind.")
final class CompareServersCommand implements Callable<Integer>, Question {

    private static final String STARTED =
            "The first server against itself is another process of the same kind, so what two "
                    + "JVMs of one program differ by is in the noise floor. All servers ran through all rounds; while one was under "
                    + "load, the others waited.";
    private static final String RUNNING = "The first server against itself is the same process.";

    @Option(
            names = "--servers",
            paramLabel = "SERVERS",
            split = ",",
            defaultValue = "servlet,springboot",
            description =
                    "Servers to start, all against the first: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private List<ServerKind> servers;

    @Option(
            names = "--urls",
            paramLabel = "URLS",
            split = ",",
            description = "Servers that are running instead, with their context paths, all against the first.")
    private List<String> urls = List.of();

    @Mixin
    private ServerOptions serverOptions;

    @Mixin
    private RoundsOption roundsOption;

    @Mixin
    private TrialEndOptions endOptions;

    @Mixin
    private ThreadsOption threadsOption;

    @Mixin
    private ModelOption modelOption;

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
    public List<Site> planned() {
        if (!urls.isEmpty()) {
            return running();
        }
        servers.forEach(this::settings);
        List<Site> sites = new ArrayList<>();
        servers.forEach(kind -> sites.add(Site.planned(kind.toString())));
        sites.add(Site.planned(Comparison.again(servers.get(0).toString())));
        return sites;
    }

    /** The last one is the first one again. */
    private List<Site> running() {
        List<Site> sites = new ArrayList<>();
        urls.forEach(url -> sites.add(Site.at(Target.parse(url), OptionalLong.empty())));
        sites.add(sites.get(0));
        return sites;
    }

    private ServerSettings settings(ServerKind kind) {
        return new ServerSettings(kind, 0, serverOptions.threads, serverOptions.virtualThreads);
    }

    @Override
    public List<Site> open() throws ServerException, InterruptedException {
        if (!urls.isEmpty()) {
            return running();
        }
        List<Site> sites = new ArrayList<>();
        boolean all = false;
        try {
            for (ServerKind kind : servers) {
                sites.add(Site.start(settings(kind), kind.toString()));
            }
            ServerKind first = servers.get(0);
            sites.add(Site.start(settings(first), Comparison.again(first.toString())));
            all = true;
            return sites;
        } finally {
            if (!all) {
                sites.forEach(Site::close);
            }
        }
    }

    @Override
    public Design design(List<Site> sites) {
        List<Setting> things = new ArrayList<>();
        for (Site site : sites.subList(0, sites.size() - 1)) {
            things.add(new Setting(site.name(), site.name(), plan(site)));
        }
        Site last = sites.get(sites.size() - 1);
        Setting again = new Setting(Comparison.again(things.get(0).name()), last.name(), plan(last));
        return commons.comparison("compare-servers", things, again, roundsOption);
    }

    private LoadPlan plan(Site site) {
        return commons.plan(new Essentials(
                site.target(),
                threadsOption.threads,
                modelOption.model,
                transportOption.transport,
                arrivalOptions.openLoop(),
                endOptions.end()));
    }

    @Override
    public ExperimentReport answer(Design design, List<Trial> trials, List<String> notes) {
        return ExperimentReports.comparison(design, trials, notes, List.of(urls.isEmpty() ? STARTED : RUNNING));
    }
}
