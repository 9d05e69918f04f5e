package io.github.swipestorm.client.report.chart;

import io.github.swipestorm.client.telemetry.GcPause;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Marks along the upper edge of a panel over time for the pauses of the client's garbage collector. */
final class PauseMarks {
    private static final double HEIGHT = 7;
    /** A short pause must still be visible; overlapping marks are merged. */
    private static final double LEAST_WIDTH = 1.5;

    private final List<GcPause> pauses;

    /** @param pauses in the order of time */
    PauseMarks(List<GcPause> pauses) {
        this.pauses = pauses;
    }

    /** What the marks are, with their number and length; empty when there are none. */
    Optional<String> key() {
        if (pauses.isEmpty()) {
            return Optional.empty();
        }
        long longest = pauses.stream().mapToLong(GcPause::durationUs).max().orElse(0);
        long all = pauses.stream().mapToLong(GcPause::durationUs).sum();
        return Optional.of("garbage collector of the client: " + NumberFormat.count(pauses.size())
                + (pauses.size() == 1 ? " pause, " : " pauses, ") + NumberFormat.decimal(all / 1e3, 0)
                + " ms in all, longest "
                + NumberFormat.decimal(longest / 1e3, 0) + " ms");
    }

    void paint(Canvas canvas, Panel panel) {
        List<double[]> marks = new ArrayList<>();
        for (GcPause pause : pauses) {
            double left = panel.x(pause.startUs() / 1e6);
            double right = Math.max(left + LEAST_WIDTH, panel.x((pause.startUs() + pause.durationUs()) / 1e6));
            double[] last = marks.isEmpty() ? null : marks.get(marks.size() - 1);
            if (last != null && left <= last[1]) {
                last[1] = Math.max(last[1], right);
            } else {
                marks.add(new double[] {left, right});
            }
        }
        double[] lefts = marks.stream().mapToDouble(mark -> mark[0]).toArray();
        double[] rights = marks.stream().mapToDouble(mark -> mark[1]).toArray();
        double[] tops = marks.stream().mapToDouble(mark -> panel.top()).toArray();
        double[] bottoms =
                marks.stream().mapToDouble(mark -> panel.top() + HEIGHT).toArray();
        canvas.cells(lefts, tops, rights, bottoms, Chart.GREEN, 1);
    }
}
