package io.github.swipestorm.client.experiment;

import io.github.swipestorm.client.experiment.Change.Of;
import io.github.swipestorm.client.inference.ConfidenceInterval;
import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A change that is not accepted: {@code p99>+10%}, {@code throughput<-5%}, {@code errors>+0.5%}, {@code p99>+5ms}.
 *
 * <p>An operation's name in brackets limits it to that operation: {@code p99[list albums]>+10%}.
 *
 * <p>Per cent are relative to the first run. Of errors, which are a share of the attempts themselves, they are percentage
 * points: from 0.2 % to 0.8 % errors rose by 0.6 %. Other units are absolute.
 *
 * @param of the quantity
 * @param operation that it is limited to; empty when it is about whole runs
 * @param rise whether a rise beyond the bound is not accepted; otherwise a fall
 * @param bound how far it may rise or fall, 0 or more, in {@code unit}
 * @param unit as it was written
 * @param factor what one {@code unit} is in the unit of the quantity; of a relative bound 0.01
 */
public record ChangeLimit(
        Of of, Optional<String> operation, boolean rise, BigDecimal bound, String unit, double factor) {

    private static final Pattern TEXT = Pattern.compile(
            "\\s*([a-zA-Z0-9.-]+?)\\s*(?:\\[([^\\[\\]]*)])?\\s*([<>]=?|=)\\s*([+-]?)\\s*([0-9.]+)\\s*(\\S*)\\s*");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}(?:\\.\\d{1,6})?");
    private static final String NAMES = Stream.of(Of.values()).map(Of::word).collect(Collectors.joining(", "));
    private static final String HOW = "write it like p99>+10%, p99>+5ms, throughput<-5% or errors>+0.5%";

    /** The result of checking a change against a limit. */
    public enum Answer {
        /** The interval is on the accepted side. */
        KEPT,
        /** The interval contains the limit, or there is none. */
        CANNOT_SAY,
        /** The interval is beyond the limit. */
        EXCEEDED
    }

    /**
     * Parses a limit.
     *
     * @throws IllegalArgumentException with a message for the user when it is invalid
     */
    public static ChangeLimit parse(String text) {
        if (text.isBlank()) {
            throw refuse(text, HOW + ", with one comma between two");
        }
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches() || !NUMBER.matcher(matcher.group(5)).matches()) {
            throw refuse(text, HOW);
        }
        Of of = Of.named(matcher.group(1))
                .orElseThrow(() -> refuse(text, "'" + matcher.group(1) + "' is none of " + NAMES));
        Optional<String> operation = Optional.ofNullable(matcher.group(2)).map(String::strip);
        String comparison = matcher.group(3);
        String sign = matcher.group(4);
        String rest = matcher.group(5) + matcher.group(6);
        if (operation.isPresent() && !Change.OF_OPERATION.contains(of)) {
            throw refuse(
                    text,
                    of.word() + " is not known of a single operation: "
                            + Change.OF_OPERATION.stream().map(Of::word).collect(Collectors.joining(", ")) + " are");
        }
        if (comparison.contains("=") || sign.isEmpty() || comparison.equals(">") != sign.equals("+")) {
            throw refuse(
                    text,
                    "write " + of.word() + ">+" + rest + " to fail on a rise, or " + of.word() + "<-" + rest
                            + " to fail on a fall");
        }
        BigDecimal bound = new BigDecimal(matcher.group(5));
        return new ChangeLimit(
                of, operation, sign.equals("+"), bound, matcher.group(6), factor(of, text, matcher.group(6)));
    }

    private static double factor(Of of, String text, String unit) {
        if (unit.equals("%")) {
            return of.share() ? 1 : 0.01;
        }
        if (of.time()) {
            return switch (unit) {
                case "us" -> 1e-3;
                case "ms" -> 1;
                case "s" -> 1e3;
                default -> throw refuse(text, "its unit must be %, us, ms or s");
            };
        }
        if (of.share()) {
            throw refuse(text, "its unit must be %, which are percentage points");
        }
        String absolute = of == Of.THROUGHPUT ? "/s" : "us";
        if (!unit.equals(absolute)) {
            throw refuse(text, "its unit must be % or " + absolute);
        }
        return 1;
    }

    private static IllegalArgumentException refuse(String text, String reason) {
        return new IllegalArgumentException("'" + text.strip() + "' is not a limit: " + reason);
    }

    /** Whether the bound is relative to the first value. */
    public boolean relative() {
        return unit.equals("%") && !of.share();
    }

    /**
     * The interval that this limit is about, in {@code unit}.
     *
     * @return empty when there is none
     */
    public Optional<ConfidenceInterval> interval(Change change) {
        return relative()
                ? change.ratio().map(ratio -> ratio.map(value -> (value - 1) / factor))
                : change.difference().map(difference -> difference.map(value -> value / factor));
    }

    /** Checks a change of this limit's metric. */
    public Answer answer(Change change) {
        double limit = rise ? bound.doubleValue() : -bound.doubleValue();
        return interval(change)
                .map(found -> {
                    boolean beyond = rise ? found.low() > limit : found.high() < limit;
                    boolean within = rise ? found.high() <= limit : found.low() >= limit;
                    return beyond ? Answer.EXCEEDED : within ? Answer.KEPT : Answer.CANNOT_SAY;
                })
                .orElse(Answer.CANNOT_SAY);
    }

    /** In the syntax of {@link #parse}. */
    @Override
    public String toString() {
        return of.word()
                + operation.map(name -> "[" + name + "]").orElse("")
                + (rise ? ">+" : "<-")
                + bound.stripTrailingZeros().toPlainString()
                + unit;
    }
}
