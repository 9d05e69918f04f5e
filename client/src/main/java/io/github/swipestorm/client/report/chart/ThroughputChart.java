package io.github.swipestorm.client.report.chart;

import io.github.swipestorm.client.inference.Steadiness.SteadyPart;
import io.github.swipestorm.client.measure.Outage;
import io.github.swipestorm.client.measure.TimelineSecond;
import io.github.swipestorm.client.report.chart.Canvas.Anchor;
import io.github.swipestorm.client.report.chart.Canvas.Stroke;
import io.github.swipestorm.client.telemetry.GcPause;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;

/**
 * Requests a second over time: above, what was ok in each second of end; below, on a scale of their own, failed
 * attempts by the second they ended in and retries by the second they started in. Without failures and retries the
 * lower part is missing. Stretches without any ok answer are tinted, and pauses of the client's garbage collector are marked
 * along the upper edge. A run too long for a step a second is drawn in longer steps of the mean, with
 * a band that still shows each slump and peak of a single second.
 */
public final class ThroughputChart implements Chart {
    private static final double LEFT = 84;
    private static final double RIGHT = 24;
    private static final int MOST_STEPS = 720;

    private final String title;
    private final List<TimelineSecond> seconds;
    private final double endSeconds;
    private final int secondsEach;
    private final int steps;
    private final double[] from;
    private final double[] to;
    private final List<Outage> silences;
    private final PauseMarks pauses;
    private final Optional<SteadyPart> steady;

    /**
     * @param seconds of the run or a part of it, one after the other
     * @param endUs when the run's last attempt was done, in microseconds since the start of the run
     * @param pauses of the client's garbage collector, in the order of time
     * @param steady the part that kept one level, which is marked by a line at that level
     */
    public ThroughputChart(
            String title, List<TimelineSecond> seconds, long endUs, List<GcPause> pauses, Optional<SteadyPart> steady) {
        this.steady = steady;
        this.title = title;
        this.seconds = seconds;
        this.silences = Outage.in(seconds);
        this.pauses = new PauseMarks(pauses);
        this.endSeconds = endUs / 1e6;
        secondsEach = Math.max(1, (seconds.size() + MOST_STEPS - 1) / MOST_STEPS);
        steps = (seconds.size() + secondsEach - 1) / secondsEach;
        from = new double[steps];
        to = new double[steps];
        for (int step = 0; step < steps; step++) {
            from[step] = start() + (double) step * secondsEach;
            to[step] = Math.min(from[step] + secondsEach, start() + seconds.size());
        }
        if (lastIsPartial()) {
            to[steps - 1] = endSeconds;
        }
    }

    private double start() {
        return seconds.isEmpty() ? 0 : seconds.get(0).second();
    }

    /** The run's last second usually ended early, which looks like a slump; with longer steps it hardly shows. */
    private boolean lastIsPartial() {
        return secondsEach == 1 && steps > 0 && endSeconds > from[steps - 1] && endSeconds < from[steps - 1] + 0.98;
    }

    private boolean hasTrouble() {
        return total(TimelineSecond::failed) + total(TimelineSecond::retries) > 0;
    }

    private long total(ToLongFunction<TimelineSecond> count) {
        return seconds.stream().mapToLong(count).sum();
    }

    private double[] heights(ToLongFunction<TimelineSecond> count, ToDoubleFunction<LongSummaryStatistics> which) {
        double[] heights = new double[steps];
        for (int step = 0; step < steps; step++) {
            List<TimelineSecond> part =
                    seconds.subList(step * secondsEach, Math.min(seconds.size(), (step + 1) * secondsEach));
            heights[step] = which.applyAsDouble(part.stream().mapToLong(count).summaryStatistics());
        }
        return heights;
    }

    private double[] means(ToLongFunction<TimelineSecond> count) {
        return heights(count, LongSummaryStatistics::getAverage);
    }

    private static double highest(double[] heights) {
        double highest = 0;
        for (double height : heights) {
            highest = Math.max(highest, height);
        }
        return highest;
    }

    @Override
    public int height() {
        return hasTrouble() ? 520 : 400;
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public String description() {
        return "Requests a second over " + seconds.size() + " s: " + NumberFormat.count(total(TimelineSecond::ok))
                + " ok, "
                + NumberFormat.count(total(TimelineSecond::failed)) + " failed attempts, "
                + NumberFormat.count(total(TimelineSecond::retries)) + " retries."
                + silenceKey().map(key -> " " + key + ".").orElse("")
                + pauses.key().map(key -> " " + key + ".").orElse("");
    }

    @Override
    public void paint(Canvas canvas) {
        double legend = Chart.paintHead(canvas, title, keys(), LEFT);
        double top = legend + 18;
        double upper = hasTrouble() ? 240 : height() - top - 56;
        Axis time = Axis.time(start(), start() + Math.max(1, seconds.size()));
        double[] highest = heights(TimelineSecond::ok, LongSummaryStatistics::getMax);
        Panel panel = new Panel(
                LEFT,
                top,
                WIDTH - LEFT - RIGHT,
                upper,
                time,
                Axis.linear("requests/s", Math.max(1, highest(highest)), 1));
        panel.paintFrame(canvas, !hasTrouble());
        for (Outage silence : silences) {
            double left = panel.x(silence.fromSecond());
            double width = Math.max(1, panel.x(silence.toSecond()) - left);
            canvas.rectangle(left, panel.top(), width, panel.height(), VERMILION, 0.15);
        }
        if (secondsEach > 1) {
            double[] lowest = heights(TimelineSecond::ok, LongSummaryStatistics::getMin);
            new StepCurve(from, to, highest).paintBand(canvas, panel, lowest, BLUE, 0.3);
        }
        paint(canvas, panel, means(TimelineSecond::ok), BLUE, Stroke.SOLID, 0.18);
        steady.ifPresent(part -> canvas.line(
                panel.x(part.fromSecond()),
                panel.y(part.throughput().value()),
                panel.x(part.toSecond()),
                panel.y(part.throughput().value()),
                INK,
                Stroke.DASHED));
        pauses.paint(canvas, panel);
        if (seconds.isEmpty()) {
            canvas.text(LEFT + panel.width() / 2, top + upper / 2, "no attempts", Anchor.MIDDLE, 14, false, INK);
        }
        if (hasTrouble()) {
            paintTrouble(canvas, time, panel.bottom() + 24);
        }
    }

    private void paintTrouble(Canvas canvas, Axis time, double top) {
        double[] failed = means(TimelineSecond::failed);
        double[] retries = means(TimelineSecond::retries);
        double most = Math.max(highest(failed), highest(retries));
        Panel panel = new Panel(
                LEFT,
                top,
                WIDTH - LEFT - RIGHT,
                height() - top - 56,
                time,
                Axis.linear("attempts/s", most, secondsEach == 1 ? 1 : 0.001));
        panel.paintFrame(canvas, true);
        paint(canvas, panel, failed, VERMILION, Stroke.SOLID, 0.25);
        paint(canvas, panel, retries, INK, Stroke.DASHED, 0);
    }

    private void paint(Canvas canvas, Panel panel, double[] heights, int rgb, Stroke stroke, double opacity) {
        StepCurve curve = new StepCurve(from, to, heights);
        int whole = lastIsPartial() ? steps - 1 : steps;
        curve.paint(canvas, panel, 0, whole, rgb, stroke, opacity);
        curve.paint(canvas, panel, whole, steps, rgb, Stroke.HAIR, opacity / 2);
    }

    private Optional<String> silenceKey() {
        long time = silences.stream().mapToLong(Outage::seconds).sum();
        return silences.isEmpty()
                ? Optional.empty()
                : Optional.of("tinted: " + NumberFormat.count(time) + " s in all without an ok answer");
    }

    private List<Key> keys() {
        List<Key> keys = new ArrayList<>();
        keys.add(Key.line("ok, " + NumberFormat.count(total(TimelineSecond::ok)) + " in all", BLUE, Stroke.SOLID));
        String failed = NumberFormat.count(total(TimelineSecond::failed)) + " in all";
        String retries = NumberFormat.count(total(TimelineSecond::retries)) + " in all";
        if (hasTrouble()) {
            keys.add(Key.line("failed attempts, " + failed, VERMILION, Stroke.SOLID));
            keys.add(Key.line("retries, " + retries, INK, Stroke.DASHED));
        }
        if (secondsEach > 1) {
            keys.add(Key.note("line: mean of " + secondsEach + " s, band: their lowest to highest second"));
        }
        if (lastIsPartial()) {
            double length = Math.max(0.001, endSeconds - from[steps - 1]);
            keys.add(Key.note("thin: the last second, which lasted " + NumberFormat.decimal(length, 3) + " s"));
        }
        steady.ifPresent(part -> keys.add(Key.line(
                "steady from second " + part.fromSecond() + " to " + part.toSecond() + ": "
                        + NumberFormat.count(Math.round(part.throughput().value())) + "/s",
                INK,
                Stroke.DASHED)));
        silenceKey().map(Key::note).ifPresent(keys::add);
        pauses.key().map(key -> Key.line(key, GREEN, Stroke.SOLID)).ifPresent(keys::add);
        return keys;
    }
}
