package io.github.swipestorm.client.record;

import io.github.swipestorm.client.measure.IterationMeasurements;
import io.github.swipestorm.client.measure.LatencyHistogram;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** Counts the iterations of each scenario. Confined to the collector's thread. */
final class IterationRecorder {

    private final List<Row> rows = new ArrayList<>();

    private static final class Row {
        private final String scenario;
        private final LatencyHistogram durations = LatencyHistogram.growing();
        private final LatencyHistogram lag = LatencyHistogram.growing();
        private long completed;
        private long abandoned;
        private long underWay;
        private long late;
        private long cycles;
        private long cycleNanos;
        private long thinkingNanos;

        private Row(String scenario) {
            this.scenario = scenario;
        }
    }

    /** @param scenarios their names, by their ids; none for a workload without scenarios */
    IterationRecorder(List<String> scenarios) {
        scenarios.forEach(scenario -> rows.add(new Row(scenario)));
    }

    /** Counts one iteration. */
    void add(Attempt iteration) {
        Row row = rows.get(iteration.scenario());
        switch (iteration.end()) {
            case COMPLETED -> {
                row.completed++;
                row.durations.record((iteration.done() - iteration.begun()) / 1_000);
                row.thinkingNanos += iteration.thinkingNanos();
            }
            case ABANDONED -> row.abandoned++;
            default -> row.underWay++;
        }
        row.late += iteration.late() ? 1 : 0;
        if (iteration.cycleNanos() > 0) {
            row.cycles++;
            row.cycleNanos += iteration.cycleNanos();
        }
        row.lag.record(Math.max(0, iteration.begun() - iteration.due()) / 1_000);
    }

    /** @param view of each histogram */
    List<IterationMeasurements> measurements(UnaryOperator<LatencyHistogram> view) {
        return rows.stream()
                .map(row -> new IterationMeasurements(
                        row.scenario,
                        row.completed,
                        row.abandoned,
                        row.underWay,
                        row.late,
                        row.cycles,
                        row.cycleNanos,
                        row.thinkingNanos,
                        view.apply(row.durations),
                        view.apply(row.lag)))
                .toList();
    }
}
