package io.github.swipestorm.api.contract;

import java.time.Duration;

/** How long tests wait for what must happen. */
public final class TestTimeout {

    /**
     * The longest wait for a process, a server or a thread. It only ends when something is broken, so it is far longer
     * than anything takes on a machine that runs several builds at once.
     */
    public static final Duration MAX_WAIT = Duration.ofMinutes(5);

    private TestTimeout() {}
}
