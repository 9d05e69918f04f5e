package io.github.swipestorm.client.workload;

import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.http.Template;
import java.util.List;

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

    /** The same workload, begun at a later index. */
    public static Workload from(long firstIndex, Workload workload) {
        return new Workload() {
            @Override
            public List<Template> templates() {
                return workload.templates();
            }

            @Override
            public Request request(long index) {
                return workload.request(firstIndex + index);
            }
        };
    }
}
