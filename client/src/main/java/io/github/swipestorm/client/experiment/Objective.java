package io.github.swipestorm.client.experiment;

import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.measure.LatencyDistribution;
import io.github.swipestorm.client.verdict.Interference.Kind;
import java.math.BigDecimal;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A requirement on a run: {@code p99<100ms}, {@code errors<=0.1%}, {@code throughput>5000}. Immutable.
 *
 * <p>Latencies ({@code mean}, {@code max}, {@code p50} to {@code p99.99}) are those of ok attempts: the response time,
 * or with the prefix {@code service.} the service time. They come from the histogram, and are up to 0.1 % too high.
 * {@code errors} is the share of attempts that were not ok, each retry counted; {@code failed} the share of the plan's
 * requests that were not ok in the end, never sent ones included. Throughput is ok requests per second.
 */
public final class Objective {

    private static final Pattern TEXT = Pattern.compile(
            "\\s*(?:(service|response)\\.)?([a-z]+)([0-9.]*)\\s*(<=|>=|<|>)\\s*([0-9.]+)\\s*(\\S*)\\s*");
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}(?:\\.\\d{1,6})?");
    private static final String HOW =
            "write it like p99<100ms, service.mean<5ms, max<=1s, errors<0.1%, failed<0.1% or throughput>5000";

    private final String quantity;
    private final String sign;
    private final double bound;
    private final String unit;
    private final Function<RunResult, OptionalDouble> measure;
    private final BiFunction<RunResult, Kind, OptionalDouble> withoutClient;

    private Objective(
            String quantity,
            String sign,
            double bound,
            String unit,
            Function<RunResult, OptionalDouble> measure,
            BiFunction<RunResult, Kind, OptionalDouble> withoutClient) {
        this.quantity = quantity;
        this.sign = sign;
        this.bound = bound;
        this.unit = unit;
        this.measure = measure;
        this.withoutClient = withoutClient;
    }

    /**
     * Parses an objective.
     *
     * @throws IllegalArgumentException with a message that quotes it when it is invalid
     */
    public static Objective parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches() || !NUMBER.matcher(matcher.group(5)).matches()) {
            throw refuse(text, HOW);
        }
        String prefix = matcher.group(1);
        String name = matcher.group(2);
        String digits = matcher.group(3);
        String sign = matcher.group(4);
        BigDecimal number = new BigDecimal(matcher.group(5));
        String unit = matcher.group(6);
        if (prefix == null && digits.isEmpty() && name.equals("errors")) {
            requireSign(text, sign, "<", "errors");
            requireUnit(text, unit.equals("%"), "a share of all attempts, in %");
            return new Objective(
                    name,
                    sign,
                    number.doubleValue(),
                    "%",
                    result -> percent(
                            result.counts().failedAttempts(), result.counts().attempts()),
                    Objective::serverErrorPercent);
        }
        if (prefix == null && digits.isEmpty() && name.equals("failed")) {
            requireSign(text, sign, "<", "failed");
            requireUnit(text, unit.equals("%"), "a share of all requests, in %");
            return new Objective(
                    name,
                    sign,
                    number.doubleValue(),
                    "%",
                    result -> percent(result.planned() - result.counts().ok(), result.planned()),
                    Objective::serverFailedPercent);
        }
        if (prefix == null && digits.isEmpty() && name.equals("throughput")) {
            requireSign(text, sign, ">", "a throughput");
            requireUnit(text, unit.isEmpty() || unit.equals("/s"), "requests a second, as in throughput>5000");
            return new Objective(
                    name,
                    sign,
                    number.doubleValue(),
                    "/s",
                    result -> OptionalDouble.of(result.throughput()),
                    (result, kind) -> OptionalDouble.empty());
        }
        boolean service = "service".equals(prefix);
        double percentile = percentile(text, name, digits);
        requireSign(text, sign, "<", "a latency");
        double toMillis = switch (unit) {
            case "us" -> 1e-3;
            case "ms" -> 1;
            case "s" -> 1e3;
            default -> throw refuse(text, "its unit must be us, ms or s");
        };
        return new Objective(
                (service ? "service." : "") + name + digits,
                sign,
                number.doubleValue() * toMillis,
                "ms",
                result -> latencyMillis(result, service, percentile),
                (result, kind) -> kind == Kind.TOO_FEW_WORKERS
                        ? latencyMillis(result, true, percentile)
                        : OptionalDouble.empty());
    }

    /** NaN stands for the mean. */
    private static double percentile(String text, String name, String digits) {
        if (digits.isEmpty() && name.equals("mean")) {
            return Double.NaN;
        }
        if (digits.isEmpty() && name.equals("max")) {
            return 100;
        }
        boolean number = digits.matches("\\d{1,2}(\\.\\d{1,2})?");
        double percentile = name.equals("p") && number ? Double.parseDouble(digits) : 0;
        if (percentile <= 0) {
            throw refuse(text, HOW);
        }
        return percentile;
    }

    private static void requireSign(String text, String sign, String direction, String what) {
        if (!sign.startsWith(direction)) {
            throw refuse(
                    text,
                    what + " is to be " + (direction.equals("<") ? "below" : "above") + " something: use " + direction
                            + " or " + direction + "=");
        }
    }

    private static void requireUnit(String text, boolean right, String which) {
        if (!right) {
            throw refuse(text, "it is " + which);
        }
    }

    private static IllegalArgumentException refuse(String text, String reason) {
        return new IllegalArgumentException("'" + text.strip() + "' is not an objective: " + reason);
    }

    private static OptionalDouble percent(long part, long all) {
        return all == 0 ? OptionalDouble.empty() : OptionalDouble.of(100.0 * part / all);
    }

    /**
     * A response with a status comes from the server, whatever the client did; a time-out or a lost connection may be
     * the client's fault.
     */
    private static OptionalDouble serverErrorPercent(RunResult result, Kind kind) {
        Counts counts = result.counts();
        long failed = kind == Kind.TOO_FEW_WORKERS ? counts.failedAttempts() : counts.answers() - counts.ok();
        return percent(failed, counts.attempts());
    }

    private static OptionalDouble serverFailedPercent(RunResult result, Kind kind) {
        Counts counts = result.counts();
        boolean all = kind == Kind.TOO_FEW_WORKERS || counts.unanswered() == 0;
        return all ? percent(counts.failed(), result.planned()) : OptionalDouble.empty();
    }

    private static OptionalDouble latencyMillis(RunResult result, boolean service, double percentile) {
        LatencyDistribution latencies =
                service ? result.recorded().service() : result.recorded().response();
        if (latencies.count() == 0) {
            return OptionalDouble.empty();
        }
        double us = Double.isNaN(percentile) ? latencies.summary().meanUs() : latencies.percentileUs(percentile);
        return OptionalDouble.of(us / 1e3);
    }

    /** The metric as it is written: {@code p99}, {@code service.mean}, {@code errors}. */
    public String quantity() {
        return quantity;
    }

    /** The bound, in {@link #unit()}. */
    public double bound() {
        return bound;
    }

    /** The unit of its values: {@code ms}, {@code %} or {@code /s}. */
    public String unit() {
        return unit;
    }

    /**
     * The value that a run has.
     *
     * @return empty for a latency when the run has no ok attempt
     */
    OptionalDouble measured(RunResult result) {
        return measure.apply(result);
    }

    /**
     * The part of the value that the client cannot have caused.
     *
     * @param kind how the client distorted the run
     * @return empty when the client may have caused all of it
     */
    OptionalDouble withoutClient(RunResult result, Kind kind) {
        return withoutClient.apply(result, kind);
    }

    /** The distance of a value from the bound, 0 or more, in its unit. */
    double distance(double value) {
        return Math.abs(value - bound);
    }

    /** Whether a value satisfies the objective. */
    boolean allows(double value) {
        return switch (sign) {
            case "<" -> value < bound;
            case "<=" -> value <= bound;
            case ">" -> value > bound;
            default -> value >= bound;
        };
    }

    /** In the syntax of {@link #parse}, without spaces. */
    @Override
    public String toString() {
        return quantity + sign + BigDecimal.valueOf(bound).stripTrailingZeros().toPlainString() + unit;
    }
}
