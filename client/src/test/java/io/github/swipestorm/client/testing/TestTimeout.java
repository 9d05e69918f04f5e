package io.github.swipestorm.client.testing;

import java.time.Duration;

/** How long tests wait. */
public final class TestTimeout {

    /**
     * The longest wait for what must happen. It only ends when something is broken, so it is far longer than anything
     * takes on a machine that runs several builds at once.
     */
    public static final Duration MAX_WAIT = Duration.ofMinutes(5);

    /** A setting of what is tested that no test waits for. */
    public static final Duration NEVER = Duration.ofHours(1);

    private TestTimeout() {}
}
