package io.github.swipestorm.client.preflight;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What this machine allows the client.
 *
 * @param openFiles empty where it cannot be read
 * @param localPorts empty where it cannot be read
 */
public record HostLimits(Optional<OpenFiles> openFiles, Optional<LocalPorts> localPorts) {

    /** Those of this process on this machine; on other systems than Linux nothing is known. */
    public static HostLimits current() {
        return new ProcReader(Path.of("/proc")).read();
    }
}
