package io.github.swipestorm.client.cli;

import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.server.ServerException;
import io.github.swipestorm.client.server.ServerKind;
import io.github.swipestorm.client.server.ServerSettings;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options that say which server load is sent to. */
final class TargetOptions {

    @Option(
            names = {"-u", "--url"},
            paramLabel = "URL",
            description = "Server to send load to, with its context path, e.g. http://localhost:8080/app.")
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

    /**
     * The server, not yet started if it has to be.
     *
     * @throws IllegalArgumentException with a message fit for a person when there cannot be one
     */
    Site planned() {
        settings();
        return given().orElseGet(() -> Site.planned(server.toString()));
    }

    private Optional<Site> given() {
        Optional<Target> target = Optional.ofNullable(url).map(Target::parse);
        OptionalLong pid = watchOptions.serverPid(target);
        return target.map(named -> Site.at(named, pid));
    }

    private ServerSettings settings() {
        return new ServerSettings(server, 0, serverOptions.threads, serverOptions.virtualThreads);
    }

    /** The server, started if it has to be; whoever closes it ends one that was started. */
    Site open() throws ServerException, InterruptedException {
        Optional<Site> given = given();
        return given.isPresent() ? given.get() : Site.start(settings(), server.toString());
    }
}
