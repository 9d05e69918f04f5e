package io.github.swipestorm.client.cli;

import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.server.ServerException;
import io.github.swipestorm.client.server.ServerKind;
import io.github.swipestorm.client.server.ServerSettings;
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

    /**
     * The server, not yet started if it has to be.
     *
     * @throws IllegalArgumentException with a message fit for a person when there cannot be one
     */
    Site planned() {
        settings();
        return url != null ? Site.at(Target.parse(url)) : Site.planned(server.toString());
    }

    private ServerSettings settings() {
        return new ServerSettings(server, 0, serverOptions.threads, serverOptions.virtualThreads);
    }

    /** The server, started if it has to be; whoever closes it ends one that was started. */
    Site open() throws ServerException, InterruptedException {
        return url != null ? Site.at(Target.parse(url)) : Site.start(settings(), server.toString());
    }
}
