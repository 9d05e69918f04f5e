package io.github.swipestorm.cli.option;

import io.github.swipestorm.cli.server.ServerException;
import io.github.swipestorm.cli.server.ServerKind;
import io.github.swipestorm.cli.server.ServerSettings;
import io.github.swipestorm.cli.server.ServerUnderTest;
import io.github.swipestorm.client.experiment.Comparison;
import io.github.swipestorm.client.http.Target;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for the servers to compare; the last server is the first one again. */
public final class ServersOptions implements ServerProvider {

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
    private StartedServerOptions serverOptions;

    /** Whether the client starts the servers. */
    public boolean started() {
        return urls.isEmpty();
    }

    @Override
    public List<ServerUnderTest> planned() {
        if (!started()) {
            return running();
        }
        servers.forEach(this::settings);
        List<ServerUnderTest> all = new ArrayList<>();
        servers.forEach(kind -> all.add(ServerUnderTest.planned(kind.toString(), kind)));
        all.add(ServerUnderTest.planned(Comparison.again(servers.get(0).toString()), servers.get(0)));
        return all;
    }

    private List<ServerUnderTest> running() {
        List<ServerUnderTest> all = new ArrayList<>();
        urls.forEach(url -> all.add(ServerUnderTest.at(Target.parse(url), OptionalLong.empty())));
        all.add(all.get(0));
        return all;
    }

    private ServerSettings settings(ServerKind kind) {
        return serverOptions.settings(kind, 0);
    }

    @Override
    public List<ServerUnderTest> open(Consumer<String> progress) throws ServerException, InterruptedException {
        if (!started()) {
            return running();
        }
        return ServerUnderTest.openAll(planned(), server -> {
            progress.accept("starting server " + server.name());
            return ServerUnderTest.start(settings(server.kind().orElseThrow()), server.name());
        });
    }
}
