package io.github.swipestorm.client.cli;

import io.github.swipestorm.client.experiment.Comparison;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.server.ServerException;
import io.github.swipestorm.client.server.ServerKind;
import io.github.swipestorm.client.server.ServerSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that say which servers are compared; the last of them is the first one again. */
final class ServersOptions implements Sites {

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

    /** Whether the servers are started here. */
    boolean started() {
        return urls.isEmpty();
    }

    @Override
    public List<Site> planned() {
        if (!started()) {
            return running();
        }
        servers.forEach(this::settings);
        List<Site> sites = new ArrayList<>();
        servers.forEach(kind -> sites.add(Site.planned(kind.toString())));
        sites.add(Site.planned(Comparison.again(servers.get(0).toString())));
        return sites;
    }

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
    public List<Site> open(Consumer<String> progress) throws ServerException, InterruptedException {
        if (!started()) {
            return running();
        }
        List<Site> sites = new ArrayList<>();
        boolean all = false;
        try {
            for (ServerKind kind : servers) {
                progress.accept("starting server " + kind);
                sites.add(Site.start(settings(kind), kind.toString()));
            }
            ServerKind first = servers.get(0);
            progress.accept("starting server " + first + " again");
            sites.add(Site.start(settings(first), Comparison.again(first.toString())));
            all = true;
            return sites;
        } finally {
            if (!all) {
                sites.forEach(Site::close);
            }
        }
    }
}
