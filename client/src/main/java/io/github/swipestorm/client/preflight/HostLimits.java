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

    /** The limits of this process on this machine; unknown on systems other than Linux. */
    public static HostLimits current() {
        return new ProcReader(Path.of("/proc")).read();
    }
}
