package io.github.swipestorm.client.preflight;

import java.nio.file.Path;
import java.util.Optional;

/**
 * This machine's limits for the client.
 *
 * @param openFiles empty where it cannot be read
 * @param localPorts empty where it cannot be read
 */
public record HostLimits(Optional<OpenFiles> openFiles, Optional<LocalPorts> localPorts) {

    /**
     * Limits of open files, sockets included; {@link Long#MAX_VALUE} is no limit.
     *
     * @param soft of one process: {@code ulimit -n}. The JVM raises its own to the hard limit by itself
     * @param hard up to which a process may raise its own: {@code ulimit -Hn}
     * @param leftOnMachine how many more all processes together may open before {@code fs.file-max} is reached
     */
    public record OpenFiles(long soft, long hard, long leftOnMachine) {}

    /** The limits of this process on this machine; unknown on systems other than Linux. */
    public static HostLimits current() {
        return new ProcReader(Path.of("/proc")).read();
    }
}
