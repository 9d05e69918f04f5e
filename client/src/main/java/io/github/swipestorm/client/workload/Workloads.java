package io.github.swipestorm.client.workload;

/** What can be sent. */
public final class Workloads {

    private Workloads() {}

    /**
     * The mission's random swipes.
     *
     * @param seed the same seed gives the same requests
     */
    public static Workload randomSwipes(long seed) {
        return new RandomSwipes(seed);
    }
}
