package io.github.swipestorm.client.experiment;

import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The thread counts of a sweep: {@code 50,100,160} one by one, {@code 1..512x2} from 1 to 512 by doubling,
 * {@code 10..100+10} in steps of ten. The end of a range is always included, whether a step reaches it or not.
 *
 * @param all in ascending order, without duplicates, at least one
 */
public record ThreadCounts(List<Integer> all) {

    private static final Pattern RANGE = Pattern.compile("(\\d{1,6})\\.\\.(\\d{1,6})([x+])(\\d{1,6}(?:\\.\\d{1,3})?)");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,6}");
    private static final int MOST = 1_000;

    public ThreadCounts {
        all = List.copyOf(new TreeSet<>(all));
        if (all.isEmpty() || all.get(0) < 1 || all.size() > MOST) {
            throw new IllegalArgumentException("Thread counts must be 1 to " + MOST + " numbers above 0");
        }
    }

    /**
     * Parses thread counts.
     *
     * @throws IllegalArgumentException with a user-facing message when the text is invalid
     */
    public static ThreadCounts parse(String text) {
        TreeSet<Integer> counts = new TreeSet<>();
        for (String part : text.split(",", -1)) {
            Matcher range = RANGE.matcher(part.strip());
            if (range.matches()) {
                add(counts, text, range);
            } else if (NUMBER.matcher(part.strip()).matches() && Integer.parseInt(part.strip()) > 0) {
                counts.add(Integer.parseInt(part.strip()));
            } else {
                throw refuse(text, "write it like 50,100,160, or 1..512x2 to double, or 10..100+10 for steps");
            }
            if (counts.size() > MOST) {
                throw refuse(text, "it has more than " + MOST + " thread counts");
            }
        }
        return new ThreadCounts(List.copyOf(counts));
    }

    private static void add(TreeSet<Integer> counts, String text, Matcher range) {
        int from = Integer.parseInt(range.group(1));
        int to = Integer.parseInt(range.group(2));
        double step = Double.parseDouble(range.group(4));
        boolean factor = range.group(3).equals("x");
        if (from < 1 || to < from) {
            throw refuse(text, "a range goes from 1 or more to something higher");
        }
        if (factor ? step < 1.01 : step < 1) {
            throw refuse(text, factor ? "its factor must be 1.01 or more" : "its step must be 1 or more");
        }
        int steps = 0;
        for (double at = from; at <= to && steps <= 100_000; at = factor ? at * step : at + step) {
            counts.add((int) Math.round(at));
            steps++;
        }
        counts.add(to);
    }

    private static IllegalArgumentException refuse(String text, String reason) {
        return new IllegalArgumentException("'" + text + "' is not a list of thread counts: " + reason);
    }
}
