package io.github.swipestorm.client.report;

import io.github.swipestorm.client.engine.LoadPlan;
import io.github.swipestorm.client.record.Counts;
import java.time.Duration;
import java.util.Locale;

/** The text that says how far a run has come: a pure function of the counts. */
final class ProgressLine {

    private static final int BAR_WIDTH = 24;

    private ProgressLine() {}

    /**
     * One line without a line end.
     *
     * @param elapsed since the clock started
     * @param recentRate requests that ended a second, lately
     * @param bar whether to draw a bar
     */
    static String of(LoadPlan plan, Counts counts, Duration elapsed, double recentRate, boolean bar) {
        double done = fractionDone(plan, counts, elapsed);
        String picture = bar
                ? "[" + "=".repeat((int) (done * BAR_WIDTH)) + " ".repeat(BAR_WIDTH - (int) (done * BAR_WIDTH)) + "] "
                : "";
        return String.format(
                Locale.ROOT,
                "%s%3d %%  %,d requests  %,.0f req/s  %s left  %,d retries  %,d failed",
                picture,
                (int) (100 * done),
                counts.ended(),
                recentRate,
                left(done, elapsed),
                counts.attempts() - counts.ended() > 0 ? counts.attempts() - counts.ended() : 0,
                counts.failed());
    }

    private static double fractionDone(LoadPlan plan, Counts counts, Duration elapsed) {
        double byRequests =
                plan.stop().bounded() ? (double) counts.ended() / plan.stop().requests() : 0;
        double byTime = plan.stop()
                .duration()
                .map(duration -> (double) elapsed.toNanos() / duration.toNanos())
                .orElse(0.0);
        return Math.min(1, Math.max(byRequests, byTime));
    }

    private static String left(double done, Duration elapsed) {
        if (done <= 0) {
            return "?";
        }
        long seconds = Math.round(elapsed.toMillis() / 1000.0 * (1 - done) / done);
        return seconds < 60 ? seconds + " s" : String.format(Locale.ROOT, "%d:%02d min", seconds / 60, seconds % 60);
    }
}
