package io.github.swipestorm.cli.option;

import io.github.swipestorm.cli.server.ServerException;
import io.github.swipestorm.cli.server.ServerKind;
import io.github.swipestorm.cli.server.ServerSettings;
import io.github.swipestorm.client.http.Redaction;
import io.github.swipestorm.client.http.Target;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Options for the server that load is sent to. */
public final class TargetOptions implements ServerProvider {

    @Mixin
    private RequestOptions requestOptions;

    @Option(
            names = {"-u", "--url"},
            paramLabel = "URL",
            description =
                    "Server to send a workload to, with its context path, such as http://localhost:8080/app; for plain TCP "
                            + "tcp://localhost:7000.")
    private String url;

    @Option(
            names = "--server",
            paramLabel = "SERVER",
            defaultValue = "servlet",
            description = "Server to start when no URL is given: ${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE}).")
    private ServerKind server;

    @Mixin
    private ServerOptions serverOptions;

    @Option(
            names = "--server-pid",
            paramLabel = "PID",
            description =
                    "Process of the server at the URL on this machine, watched for CPU and memory with those that it"
                            + " started (default: those that listen on the port).")
    private Long serverPid;

    @Override
    public List<ServerUnderTest> planned() {
        settings();
        return List.of(given().orElseGet(() -> ServerUnderTest.planned(server.toString())));
    }

    @Override
    public List<ServerUnderTest> open(Consumer<String> progress) throws ServerException, InterruptedException {
        Optional<ServerUnderTest> given = given();
        if (given.isPresent()) {
            return List.of(given.get());
        }
        progress.accept("starting server " + server);
        return List.of(ServerUnderTest.start(settings(), server.toString()));
    }

    private Optional<ServerUnderTest> given() {
        Optional<Target> target = request()
                .map(OneRequest::target)
                .or(() -> Optional.ofNullable(url).map(TargetOptions::base));
        OptionalLong pid = serverPid(target);
        return target.map(named -> ServerUnderTest.at(named, pid));
    }

    private static Target base(String url) {
        if (url.matches("[^/:@]+:[^/@]*")) {
            // Of curl, where -u is what --user is here.
            throw new IllegalArgumentException("'" + Redaction.ofUnknownWord(url)
                    + "' is not a URL to send load to: it must begin with http:// or https://; a name and a password go"
                    + " into --user");
        }
        return Target.parse(url);
    }

    @Override
    public Optional<OneRequest> request() {
        return requestOptions.request();
    }

    private ServerSettings settings() {
        return serverOptions.settings(server, 0);
    }

    /**
     * The process to sample.
     *
     * @param given the target of the URL; empty when the client starts the server
     * @throws IllegalArgumentException with a user-facing message when there is no such process, or when it cannot be
     *     the target's
     */
    private OptionalLong serverPid(Optional<Target> given) {
        if (serverPid == null) {
            return OptionalLong.empty();
        }
        if (given.isEmpty()) {
            throw new IllegalArgumentException("--server-pid " + serverPid
                    + " needs the server's URL; a server that is started here is watched without it");
        }
        if (!given.get().loopback()) {
            throw new IllegalArgumentException("--server-pid " + serverPid + " is a process of this machine, and "
                    + given.get() + " may be another one: name it as localhost, or leave --server-pid out");
        }
        if (serverPid < 1 || ProcessHandle.of(serverPid).isEmpty()) {
            throw new IllegalArgumentException(
                    "There is no process " + serverPid + " here: give --server-pid the server's process id");
        }
        return OptionalLong.of(serverPid);
    }
}
