package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.http.Target;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Option;

/** Options for the process to sample during a run. */
final class ServerPidOption {

    @Option(
            names = "--server-pid",
            paramLabel = "PID",
            description =
                    "Process of the server at --url on this machine, watched for CPU and memory with those that it"
                            + " started (default: those that listen on the port).")
    private Long serverPid;

    /**
     * The process to sample.
     *
     * @param given the target of --url; empty when the client starts the server
     * @throws IllegalArgumentException with a user-facing message when there is no such process, or when it cannot be
     *     the target's
     */
    OptionalLong serverPid(Optional<Target> given) {
        if (serverPid == null) {
            return OptionalLong.empty();
        }
        if (given.isEmpty()) {
            throw new IllegalArgumentException("--server-pid " + serverPid
                    + " needs the server's --url; a server that is started here is watched without it");
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
