package io.github.swipestorm.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ServerMetricsTest {

    private static final String SWIPES = """
            # HELP swipestorm_swipes_accepted_total Swipes accepted since the server started.
            # TYPE swipestorm_swipes_accepted_total counter
            swipestorm_swipes_accepted_total %d
            # HELP swipestorm_requests_total Requests answered since the server started, by status.
            # TYPE swipestorm_requests_total counter
            """;

    private final SwipeStore store = new InMemorySwipeStore();
    private final ServerMetrics metrics = new ServerMetrics(store);

    @Test
    void beginsWithNothing() {
        assertThat(metrics.text()).isEqualTo(SWIPES.formatted(0));
    }

    @Test
    void countsSwipesAndRequestsByStatus() {
        store.add(new Swipe(Direction.LEFT, 1, 1, ""));
        metrics.countRequest(505);
        metrics.countRequest(201);
        metrics.countRequest(201);
        metrics.countRequest(100);
        assertThat(metrics.text()).isEqualTo(SWIPES.formatted(1) + """
                        swipestorm_requests_total{status="100"} 1
                        swipestorm_requests_total{status="201"} 2
                        swipestorm_requests_total{status="505"} 1
                        """);
    }
}
