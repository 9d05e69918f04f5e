package io.github.swipestorm.client.report.live;

import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.text.NumberFormat;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The text that shows the progress of a run: a pure function of the counts. */
public final class ProgressLine {

    private static final int MOST_BAR = 24;
    private static final int LEAST_BAR = 5;
    private static final int FAILED = 2;
    private static final String GAP = "  ";
    /** Colours of ECMA-48, and the reset sequence. */
    private static final String CYAN = "\u001b[36m";

    private static final String RED = "\u001b[31m";
    private static final String USUAL = "\u001b[39m";

    /** @param rank the lower, the longer it stays when there are few columns */
    private record Field(int rank, String text) {}

    private ProgressLine() {}

    /**
     * One line without a line end.
     *
     * @param elapsed since the clock started
     * @param recentRate requests that ended per second, recently
     */
    public static String of(LoadPlan plan, Counts counts, Duration elapsed, double recentRate) {
        return fields(plan, counts, elapsed, recentRate).stream()
                .map(Field::text)
                .collect(Collectors.joining(GAP));
    }

    /**
     * The same for a terminal: fields that do not fit are omitted, the least important first, and a bar takes the
     * remaining space.
     *
     * @param columns of the terminal, the last of which stays empty, so that no terminal wraps the line
     */
    public static String fitting(
            LoadPlan plan, Counts counts, Duration elapsed, double recentRate, int columns, boolean colour) {
        List<Field> fields = new ArrayList<>(fields(plan, counts, elapsed, recentRate));
        while (fields.size() > 1 && width(fields) >= columns) {
            fields.stream().max((a, b) -> Integer.compare(a.rank, b.rank)).ifPresent(fields::remove);
        }
        String text = fields.stream()
                .map(field ->
                        colour && field.rank == FAILED && counts.failed() > 0 ? RED + field.text + USUAL : field.text)
                .collect(Collectors.joining(GAP));
        int room = Math.min(MOST_BAR, columns - width(fields) - "[] ".length() - 1);
        if (room >= LEAST_BAR) {
            int filled = (int) (fractionDone(plan, counts, elapsed) * room);
            String bar = "=".repeat(filled) + " ".repeat(room - filled);
            return "[" + (colour ? CYAN + bar + USUAL : bar) + "] " + text;
        }
        return width(fields) < columns ? text : cut(fields.get(0).text, columns);
    }

    /** The current activity before or after a run, truncated to the columns of a terminal. */
    static String working(String what, Duration elapsed, int columns) {
        return cut(working(what, elapsed), columns);
    }

    static String working(String what, Duration elapsed) {
        return what + " ... " + elapsed.toSeconds() + " s";
    }

    private static String cut(String text, int columns) {
        return text.substring(0, Math.max(0, Math.min(text.length(), columns - 1)));
    }

    private static List<Field> fields(LoadPlan plan, Counts counts, Duration elapsed, double recentRate) {
        double done = fractionDone(plan, counts, elapsed);
        long retries = Math.max(0, counts.attempts() - counts.ended());
        return List.of(
                new Field(0, String.format(Locale.ROOT, "%3d %%", (int) (100 * done))),
                new Field(4, NumberFormat.count(counts.ended()) + " requests"),
                new Field(1, NumberFormat.decimal(recentRate, 0) + " req/s"),
                new Field(3, left(done, elapsed) + " left"),
                new Field(5, NumberFormat.count(retries) + " retries"),
                new Field(FAILED, NumberFormat.count(counts.failed()) + " failed"));
    }

    private static int width(List<Field> fields) {
        return fields.stream()
                        .mapToInt(field -> field.text.length() + GAP.length())
                        .sum()
                - GAP.length();
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
