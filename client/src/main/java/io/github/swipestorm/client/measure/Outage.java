package io.github.swipestorm.client.measure;

import java.util.ArrayList;
import java.util.List;

/**
 * A period of whole seconds in which no attempt was ok although attempts were in flight or failed: how a server that
 * hangs or restarts appears from outside.
 *
 * @param fromSecond the first one, counted from the start of the run
 * @param toSecond the first one after it
 */
public record Outage(long fromSecond, long toSecond) {

    /** This many mean latencies without a response are not chance. */
    private static final double LEAST_LATENCIES = 3;

    /**
     * The outages of a run, in order of time. Excludes those shorter than three mean latencies: where responses take
     * seconds, there are seconds without a response.
     *
     * @param seconds one after the other
     */
    public static List<Outage> in(List<TimelineSecond> seconds) {
        double least = LEAST_LATENCIES * (TimelineSecond.meanUs(seconds) / 1e6);
        List<Outage> silences = new ArrayList<>();
        long from = -1;
        for (TimelineSecond second : seconds) {
            boolean silent = second.ok() == 0 && (second.failed() > 0 || second.inFlight() > 0);
            if (silent && from < 0) {
                from = second.second();
            } else if (!silent && from >= 0) {
                add(silences, from, second.second(), least);
                from = -1;
            }
        }
        if (from >= 0) {
            add(silences, from, seconds.get(seconds.size() - 1).second() + 1, least);
        }
        return silences;
    }

    private static void add(List<Outage> silences, long from, long to, double least) {
        if (to - from >= least) {
            silences.add(new Outage(from, to));
        }
    }

    /** How long it was. */
    public long seconds() {
        return toSecond - fromSecond;
    }
}
