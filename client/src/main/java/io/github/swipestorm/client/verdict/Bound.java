package io.github.swipestorm.client.verdict;

/** What limited a run's throughput. */
public enum Bound {
    /** The server. */
    SERVER("server-bound"),
    /** The network between client and server. */
    NETWORK("network-bound"),
    /** The client, so that only a lower bound of the server's limit is known. */
    CLIENT("client-bound"),
    /** The offered rate, which was met. */
    RATE("rate-bound"),
    /** The number of workers, each waiting for its own response (Little's law). */
    CONCURRENCY("concurrency-bound"),
    /** The number of users and the time that they think, as the plan asks. */
    THINKING("think-time-bound"),
    /** Requests that failed. */
    ERRORS("error-bound"),
    /** The run was too short to tell. */
    UNKNOWN("too short to say"),
    /** Throughput still rose when the run ended. */
    WARMING_UP("still warming up: cannot say"),
    /** The run was long enough, but its figures contradict each other, or the decisive one is missing. */
    UNCLEAR("cannot say");

    private final String word;

    Bound(String word) {
        this.word = word;
    }

    /** The label that reports and files use. */
    @Override
    public String toString() {
        return word;
    }
}
