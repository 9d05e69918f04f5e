package io.github.swipestorm.client.telemetry;

import java.util.ArrayList;
import java.util.List;

/**
 * The samples of a run in bounded memory: whenever they cover two hours, neighbours are merged in pairs, so that older
 * samples of a long run cover longer intervals. Thread-safe.
 */
final class Samples {

    private static final int MOST = 7_200;

    private final int most;
    private final List<TelemetrySample> samples = new ArrayList<>();

    Samples() {
        this(MOST);
    }

    /** Keeps at most this many, an even number. */
    Samples(int most) {
        this.most = most;
    }

    synchronized void add(TelemetrySample sample) {
        if (samples.size() == most) {
            for (int i = 0; i < most / 2; i++) {
                samples.set(i, samples.get(2 * i).and(samples.get(2 * i + 1)));
            }
            samples.subList(most / 2, most).clear();
        }
        samples.add(sample);
    }

    synchronized boolean isEmpty() {
        return samples.isEmpty();
    }

    synchronized List<TelemetrySample> all() {
        return List.copyOf(samples);
    }
}
