package io.github.swipestorm;

import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.plan.LoadPlan;

/**
 * The entry of a Java program that sends load.
 *
 * <pre>{@code
 * LoadResult result = Swipestorm.load("http://localhost:8080")
 *         .get("/albums")
 *         .workers(20)
 *         .duration(Duration.ofSeconds(10))
 *         .run();
 * result.require("p99<50ms,errors<1%");
 * }</pre>
 */
public final class Swipestorm {

    private Swipestorm() {}

    /**
     * A load test of a server, which still needs something to send and an end.
     *
     * @param url of the server, such as {@code http://localhost:8080/app}; paths of requests begin below it
     * @throws IllegalArgumentException when it is not such a URL
     */
    public static LoadTest load(String url) {
        return new LoadTest(LoadPlan.builder(Target.parse(url)));
    }

    /** A load test that runs a plan, such as one that {@link LoadPlan#fromJson(String)} has read. */
    public static LoadTest load(LoadPlan plan) {
        return new LoadTest(plan.toBuilder());
    }
}
