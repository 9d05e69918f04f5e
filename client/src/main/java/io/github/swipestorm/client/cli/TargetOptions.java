package io.github.swipestorm.client.cli;

import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.server.ServerException;
import io.github.swipestorm.client.server.ServerKind;
import io.github.swipestorm.client.server.ServerSettings;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that say which server load is sent to. */
final class TargetOptions implements Sites {

    @Option(
            names = {"-u", "--url"},
            paramLabel = "URL",
            description = "Server to send load to, with its context path, such as http://localhost:8080/app.")
    private String url;

    @Option(
            names = "--server",
            paramLabel = "SERVER",
            defaultValue = "servlet",
            description =
                    "Server to start when there is no --url: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private ServerKind server;

    @Mixin
    private ServerOptions serverOptions;

    @Mixin
    private WatchOptions watchOptions;

    @Override
    public List<Site> planned() {
        settings();
        return List.of(given().orElseGet(() -> Site.planned(server.toString())));
    }

    @Override
    public List<Site> open(Consumer<String> progress) throws ServerException, InterruptedException {
        Optional<Site> given = given();
        if (given.isPresent()) {
            return List.of(given.get());
        }
        progress.accept("starting server " + server);
        return List.of(Site.start(settings(), server.toString()));
    }

    private Optional<Site> given() {
        Optional<Target> target = Optional.ofNullable(url).map(Target::parse);
        OptionalLong pid = watchOptions.serverPid(target);
        return target.map(named -> Site.at(named, pid));
    }

    private ServerSettings settings() {
        return new ServerSettings(server, 0, serverOptions.threads, serverOptions.virtualThreads);
    }
}
