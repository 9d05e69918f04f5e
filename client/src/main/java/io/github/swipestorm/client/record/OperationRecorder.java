package io.github.swipestorm.client.record;

import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.measure.LatencyHistogram;
import io.github.swipestorm.client.measure.OperationMeasurements;
import io.github.swipestorm.client.measure.Timeline;
import io.github.swipestorm.client.measure.TimelineBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;

/**
 * Counts, latencies and timeline of each operation. Memory for an operation is taken when its first attempt is done: some 170 KB,
 * and more for latencies above 2 ms, up to 564 KB; its timeline comes on top, see {@link TimelineBuilder.Budget}.
 */
final class OperationRecorder {

    /** How many rows there are at most; operations beyond that have one row together. */
    static final int MOST_ROWS = 256;

    private static final String OTHERS = "others";

    private final TimelineBuilder.Budget budget = new TimelineBuilder.Budget();
    private final boolean several;
    private Row[] rows = new Row[0];

    /** The counters and histograms of one operation. */
    final class Row {

        final LatencyHistogram service = LatencyHistogram.growing();
        final LatencyHistogram response = LatencyHistogram.growing();
        final LatencyHistogram firstByte = LatencyHistogram.growing();
        private final CountsBuilder counts = new CountsBuilder();
        private final TimelineBuilder timeline = new TimelineBuilder(budget);

        private OperationMeasurements measurements(
                String name, UnaryOperator<LatencyHistogram> view, Timeline seconds) {
            return new OperationMeasurements(
                    name, counts.counts(), view.apply(service), view.apply(response), view.apply(firstByte), seconds);
        }
    }

    /** @param several whether the workload has several; the timeline of an only one is that of the run, which is kept anyway */
    OperationRecorder(boolean several) {
        this.several = several;
    }

    /** Counts one attempt; times are in microseconds since the start of the run. */
    void add(Attempt attempt, boolean ok, long sentUs, long doneUs, long serviceUs, long responseUs) {
        int operation = Math.min(attempt.operation(), MOST_ROWS - 1);
        Row row = operation < rows.length ? rows[operation] : null;
        if (row == null) {
            row = begin(operation);
        }
        row.counts.add(attempt);
        if (ok) {
            row.service.record(serviceUs);
            row.response.record(responseUs);
            long firstByteUs = attempt.firstByteUs();
            if (firstByteUs >= 0) {
                row.firstByte.record(firstByteUs);
            }
        }
        if (several) {
            row.timeline.add(sentUs, doneUs, serviceUs, responseUs, ok, attempt.attempt(), attempt.bytes());
        }
    }

    private Row begin(int operation) {
        if (operation >= rows.length) {
            rows = Arrays.copyOf(rows, operation + 1);
        }
        rows[operation] = new Row();
        return rows[operation];
    }

    /**
     * The rows.
     *
     * @param names of all operations, by their ids
     * @param view of each histogram
     * @param run the timeline of the run
     */
    List<OperationMeasurements> measurements(List<String> names, UnaryOperator<LatencyHistogram> view, Timeline run) {
        List<OperationMeasurements> all = new ArrayList<>();
        for (int i = 0; i < Math.min(names.size(), MOST_ROWS); i++) {
            String name = i == MOST_ROWS - 1 && names.size() > MOST_ROWS ? OTHERS : names.get(i);
            Row row = i < rows.length ? rows[i] : null;
            all.add(
                    row == null
                            ? new OperationMeasurements(
                                    name,
                                    Counts.NONE,
                                    LatencyHistogram.growing(),
                                    LatencyHistogram.growing(),
                                    LatencyHistogram.growing(),
                                    new TimelineBuilder(budget).build())
                            : row.measurements(name, view, names.size() == 1 ? run : row.timeline.build()));
        }
        return all;
    }

    /** The sum of a histogram over all operations. */
    LatencyHistogram sum(Function<Row, LatencyHistogram> histogram) {
        LatencyHistogram sum = new LatencyHistogram();
        for (Row row : rows) {
            if (row != null) {
                sum.add(histogram.apply(row));
            }
        }
        return sum;
    }
}
