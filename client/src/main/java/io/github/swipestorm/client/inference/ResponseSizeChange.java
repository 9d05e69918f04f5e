package io.github.swipestorm.client.inference;

import io.github.swipestorm.client.measure.TimelineSecond;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.List;
import java.util.Optional;
import org.apache.commons.math3.stat.StatUtils;

/**
 * A change of the mean response size during a run: the server did more, or less, work per request in the end
 * than in the beginning, so the load was not constant.
 *
 * <p>The series is bytes per ok attempt in each second that had any. A change counts when {@link LevelTest} finds it
 * and it is at least {@link Steadiness#LEAST_CHANGE}; the false-alarm rate is thus at most that of the level test.
 *
 * @param firstBytes mean size in the first third of the seconds
 * @param lastBytes mean size in the last third
 * @param seconds number of seconds tested
 */
public record ResponseSizeChange(double firstBytes, double lastBytes, int seconds) {

    /**
     * The change that the seconds show; empty when there is none, when there are too few seconds, or when sizes are not
     * known.
     */
    static Optional<ResponseSizeChange> changed(List<TimelineSecond> seconds) {
        if (seconds.stream().anyMatch(second -> second.okBytes().isEmpty())) {
            return Optional.empty();
        }
        double[] sizes = seconds.stream()
                .filter(second -> second.ok() > 0)
                .mapToDouble(second -> (double) second.okBytes().getAsLong() / second.ok())
                .toArray();
        int n = sizes.length;
        if (n < LevelTest.FEWEST) {
            return Optional.empty();
        }
        LevelTest.Result test = LevelTest.of(sizes);
        return test.changed() && test.size() >= Steadiness.LEAST_CHANGE
                ? Optional.of(new ResponseSizeChange(
                        StatUtils.mean(sizes, 0, n / 3), StatUtils.mean(sizes, n - n / 3, n / 3), n))
                : Optional.empty();
    }

    /** The change, as a sentence without a full stop. */
    public String description() {
        return "answers " + (lastBytes >= firstBytes ? "grew" : "shrank") + ": " + NumberFormat.decimal(firstBytes, 0)
                + " bytes on average in the first third of " + seconds + " whole seconds, "
                + NumberFormat.decimal(lastBytes, 0) + " in the last";
    }
}
