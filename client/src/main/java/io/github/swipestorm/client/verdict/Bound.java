package io.github.swipestorm.client.verdict;

/** What kept a run's throughput from being higher. */
public enum Bound {
    /** The server. */
    SERVER("server-bound"),
    /** The client, so that nothing is known of the server's limit but that it is no lower. */
    CLIENT("client-bound"),
    /** The offered rate, which was met. */
    RATE("rate-bound"),
    /** The number of workers, each waiting for its own answer (Little's law). */
    CONCURRENCY("concurrency-bound"),
    /** Requests that failed. */
    ERRORS("error-bound"),
    /** The run was too short to tell. */
    UNKNOWN("too short to say"),
    /** Throughput still rose when the run ended. */
    WARMING_UP("still warming up: cannot say"),
    /** The run was long enough, but its figures contradict each other, or the one that decides is missing. */
    UNCLEAR("cannot say");

    private final String word;

    Bound(String word) {
        this.word = word;
    }

    /** The word that stands for it in reports and files. */
    @Override
    public String toString() {
        return word;
    }
}
