package io.github.swipestorm.api;

import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/**
 * The server's own counts, for comparison with a client's. A request must be counted before its response is sent, so
 * that a client that has the response also finds the request counted. Thread-safe.
 */
public final class ServerMetrics {

    /** The {@code Content-Type} of {@link #text()}: Prometheus text format 0.0.4. */
    public static final String CONTENT_TYPE = "text/plain;version=0.0.4;charset=utf-8";

    private final SwipeStore store;
    private final LongAdder[] requestsByStatus =
            Stream.generate(LongAdder::new).limit(600).toArray(LongAdder[]::new);

    public ServerMetrics(SwipeStore store) {
        this.store = store;
    }

    /**
     * Counts a request.
     *
     * @param status of its response, 100 to 599
     */
    public void countRequest(int status) {
        requestsByStatus[status].increment();
    }

    /** All counts as Prometheus text, statuses in ascending order. */
    public String text() {
        StringBuilder text = new StringBuilder()
                .append("# HELP swipestorm_swipes_accepted_total Swipes accepted since the server started.\n")
                .append("# TYPE swipestorm_swipes_accepted_total counter\n")
                .append("swipestorm_swipes_accepted_total ")
                .append(store.accepted())
                .append("\n# HELP swipestorm_requests_total Requests answered since the server started, by status.\n")
                .append("# TYPE swipestorm_requests_total counter\n");
        for (int status = 100; status < requestsByStatus.length; status++) {
            long requests = requestsByStatus[status].sum();
            if (requests > 0) {
                text.append("swipestorm_requests_total{status=\"")
                        .append(status)
                        .append("\"} ")
                        .append(requests)
                        .append('\n');
            }
        }
        return text.toString();
    }
}
