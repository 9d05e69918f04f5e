package io.github.swipestorm.cli.option;

import io.github.swipestorm.cli.server.ServerException;
import io.github.swipestorm.cli.server.ServerKind;
import io.github.swipestorm.cli.server.ServerSettings;
import io.github.swipestorm.cli.server.ServerUnderTest;
import io.github.swipestorm.client.http.Redaction;
import io.github.swipestorm.client.http.Target;
import java.util.List;
import java.util.Map;
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
            description = "Server to start when no URL is given: ${COMPLETION-CANDIDATES} (default: servlet).")
    private ServerKind server;

    @Option(
            names = "--server-command",
            paramLabel = "COMMAND",
            description =
                    "Program to start instead, in single quotes with its arguments; it must print the URL that it listens"
                            + " at on standard output. It is stopped after the run.")
    private String serverCommand;

    @Mixin
    private StartedServerOptions serverOptions;

    @Option(
            names = "--server-pid",
            paramLabel = "PID",
            description =
                    "Process of the server at the URL on this machine, watched for CPU and memory with those that it"
                            + " started (default: those that listen on the port).")
    private Long serverPid;

    @Override
    public List<ServerUnderTest> planned() {
        Optional<ServerUnderTest> given = given();
        if (serverCommand != null) {
            if (given.isPresent() || server != null) {
                throw new IllegalArgumentException("--server-command starts the server that load is sent to: leave "
                        + (server == null ? "the URL" : "--server " + server) + " out");
            }
            words();
            return List.of(ServerUnderTest.plannedProgram(serverCommand));
        }
        if (given.isPresent() && server == null) {
            serverOptions.refuseStoreBesideUrl();
        }
        settings();
        return List.of(given.orElseGet(() -> ServerUnderTest.planned(kind().toString(), kind())));
    }

    @Override
    public List<ServerUnderTest> open(Consumer<String> progress) throws ServerException, InterruptedException {
        Optional<ServerUnderTest> given = given();
        if (given.isPresent()) {
            return List.of(given.get());
        }
        if (serverCommand != null) {
            progress.accept("starting " + words().get(0));
            return List.of(ServerUnderTest.start(words(), serverCommand));
        }
        progress.accept("starting server " + kind());
        return List.of(ServerUnderTest.start(settings(), kind().toString()));
    }

    /**
     * A server of an experiment that varies servers, which is not started yet.
     *
     * @param keys what it varies, of {@link StartedServerOptions#KEYS}
     * @param difference what distinguishes it from the others
     */
    ServerUnderTest planned(Map<String, String> keys, String difference) {
        if (keys.isEmpty()) {
            return planned().get(0);
        }
        if (serverCommand != null || given().isPresent()) {
            throw new IllegalArgumentException("The plan varies " + String.join(", ", keys.keySet())
                    + " of servers that are started here: leave --url and --server-command out");
        }
        serverOptions.settings(kind(), keys);
        ServerKind kind = StartedServerOptions.kind(kind(), keys);
        return ServerUnderTest.planned(name(kind, difference), kind);
    }

    /** The same, started. */
    ServerUnderTest open(Map<String, String> keys, String difference, Consumer<String> progress)
            throws ServerException, InterruptedException {
        if (keys.isEmpty()) {
            return open(progress).get(0);
        }
        String name = name(StartedServerOptions.kind(kind(), keys), difference);
        progress.accept("starting server " + name);
        return ServerUnderTest.start(serverOptions.settings(kind(), keys), name);
    }

    private static String name(ServerKind kind, String difference) {
        return difference.isEmpty() ? kind.toString() : kind + " " + difference;
    }

    private ServerKind kind() {
        return server == null ? ServerKind.SERVLET : server;
    }

    private List<String> words() {
        List<String> words = ShellWords.of(serverCommand);
        if (words.isEmpty()) {
            throw new IllegalArgumentException("--server-command is empty: give it a program");
        }
        return words;
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
        return serverOptions.settings(kind(), 0);
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
