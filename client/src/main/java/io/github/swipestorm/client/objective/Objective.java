package io.github.swipestorm.client.objective;

import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.measure.IterationMeasurements;
import io.github.swipestorm.client.measure.LatencyDistribution;
import io.github.swipestorm.client.measure.LatencyHistogram;
import io.github.swipestorm.client.verdict.Interference.Kind;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A requirement on a run: {@code p99<100ms}, {@code errors<=0.1%}, {@code throughput>5000}. Immutable.
 *
 * <p>Latencies ({@code mean}, {@code max}, {@code p50} to {@code p99.99}) are those of ok attempts: the response time,
 * or with the prefix {@code service.} the service time. They come from the histogram, and are up to 0.1 % too high.
 * {@code errors} is the share of attempts that were not ok, each retry counted; {@code failed} the share of the plan's
 * requests that were not ok in the end, never sent ones included. Throughput is ok requests per second.
 *
 * <p>An operation's name in brackets limits it to that operation: {@code p95[list albums]<50ms}. {@code failed} is then the
 * share of the operation's requests that ended, as nobody knows how many of it were planned.
 *
 * <p>The name {@code *} stands for every operation in turn: {@code p95[*]<50ms} is one objective for each of them.
 *
 * <p>Of a workload with scenarios, a latency with the prefix {@code iteration.} is the duration of completed iterations, think times
 * included, and {@code abandoned} the share of iterations that ended early because a step failed, of all that ended by themselves.
 * The name in brackets is then that of a scenario: {@code iteration.p95[buyer]<2s}.
 */
public final class Objective {

    private static final Pattern TEXT = Pattern.compile(
            "\\s*(?:(service|response|iteration)\\.)?([a-z]+)([0-9.]*)\\s*(?:\\[(.*)])?\\s*(<=|>=|<|>)\\s*([0-9.]+)\\s*(\\S*)\\s*");
    /** The name that stands for each operation, or for each scenario. */
    private static final String EACH = "*";

    private static final BigDecimal ALL = BigDecimal.valueOf(100);

    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}(?:\\.\\d{1,6})?");
    private static final String HOW =
            "write it like p99<100ms, p95[an operation]<50ms, service.mean<5ms, max<=1s, errors<0.1%, failed<0.1%,"
                    + " throughput>5000, iteration.p95<2s, iteration.p95[a scenario]<2s or abandoned<1%";

    private final String quantity;
    private final String sign;
    private final double bound;
    private final String unit;
    private final Optional<String> name;
    /** Whether it is about iterations, so that the name is that of a scenario. */
    private final boolean ofIterations;

    private final Function<Part, OptionalDouble> measure;
    private final BiFunction<Part, Kind, OptionalDouble> withoutClient;

    /** The run, or one operation or scenario of it. */
    private record Part(
            Counts counts, long planned, double throughput, LatencyDistribution service, LatencyDistribution response) {

        /** Iterations, those abandoned as failed, with their durations. */
        private static Part of(IterationMeasurements iterations) {
            return new Part(
                    new Counts(iterations.completed(), 0, iterations.abandoned(), 0, 0, 0, Map.of(), Map.of()),
                    iterations.ended(),
                    0,
                    iterations.durations(),
                    iterations.durations());
        }
    }

    private Objective(
            String quantity,
            String sign,
            double bound,
            String unit,
            Optional<String> name,
            boolean ofIterations,
            Function<Part, OptionalDouble> measure,
            BiFunction<Part, Kind, OptionalDouble> withoutClient) {
        this.quantity = quantity;
        this.sign = sign;
        this.bound = bound;
        this.unit = unit;
        this.name = name;
        this.ofIterations = ofIterations;
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
        if (!matcher.matches() || !NUMBER.matcher(matcher.group(6)).matches()) {
            throw refuse(text, HOW);
        }
        String prefix = matcher.group(1);
        String name = matcher.group(2);
        String digits = matcher.group(3);
        Optional<String> named = Optional.ofNullable(matcher.group(4)).map(String::strip);
        String sign = matcher.group(5);
        BigDecimal number = new BigDecimal(matcher.group(6));
        String unit = matcher.group(7);
        if (prefix == null && digits.isEmpty() && name.equals("errors")) {
            requireSign(text, sign, "<", "errors");
            requireShare(text, unit, number, "attempts");
            return new Objective(
                    name,
                    sign,
                    number.doubleValue(),
                    "%",
                    named,
                    false,
                    part -> percent(
                            part.counts().failedAttempts(), part.counts().attempts()),
                    Objective::serverErrorPercent);
        }
        if (prefix == null && digits.isEmpty() && name.equals("failed")) {
            requireSign(text, sign, "<", "failed");
            requireShare(text, unit, number, "requests");
            return new Objective(
                    name,
                    sign,
                    number.doubleValue(),
                    "%",
                    named,
                    false,
                    part -> percent(part.planned() - part.counts().ok(), part.planned()),
                    Objective::serverFailedPercent);
        }
        if (prefix == null && digits.isEmpty() && name.equals("abandoned")) {
            requireSign(text, sign, "<", "abandoned");
            requireShare(text, unit, number, "iterations that ended");
            Function<Part, OptionalDouble> abandoned =
                    part -> percent(part.counts().failed(), part.planned());
            return new Objective(
                    name,
                    sign,
                    number.doubleValue(),
                    "%",
                    named,
                    true,
                    abandoned,
                    (part, kind) -> kind == Kind.TOO_FEW_WORKERS ? abandoned.apply(part) : OptionalDouble.empty());
        }
        if (prefix == null && digits.isEmpty() && name.equals("throughput")) {
            requireSign(text, sign, ">", "a throughput");
            requireUnit(text, unit.isEmpty() || unit.equals("/s"), "requests a second, as in throughput>5000");
            return new Objective(
                    name,
                    sign,
                    number.doubleValue(),
                    "/s",
                    named,
                    false,
                    part -> OptionalDouble.of(part.throughput()),
                    (part, kind) -> OptionalDouble.empty());
        }
        boolean iteration = "iteration".equals(prefix);
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
                (service ? "service." : iteration ? "iteration." : "") + name + digits,
                sign,
                number.doubleValue() * toMillis,
                "ms",
                named,
                iteration,
                part -> latencyMillis(part, service, percentile),
                (part, kind) ->
                        kind == Kind.TOO_FEW_WORKERS ? latencyMillis(part, true, percentile) : OptionalDouble.empty());
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

    private static void requireShare(String text, String unit, BigDecimal percent, String all) {
        requireUnit(text, unit.equals("%"), "a share of all " + all + ", in %");
        // No run could ever miss it.
        requireUnit(text, percent.compareTo(ALL) <= 0, "a share of all " + all + ", which is never more than 100 %");
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
    private static OptionalDouble serverErrorPercent(Part part, Kind kind) {
        Counts counts = part.counts();
        long failed = kind == Kind.TOO_FEW_WORKERS ? counts.failedAttempts() : counts.answers() - counts.ok();
        return percent(failed, counts.attempts());
    }

    private static OptionalDouble serverFailedPercent(Part part, Kind kind) {
        Counts counts = part.counts();
        boolean all = kind == Kind.TOO_FEW_WORKERS || counts.unanswered() == 0;
        return all ? percent(counts.failed(), part.planned()) : OptionalDouble.empty();
    }

    private static OptionalDouble latencyMillis(Part part, boolean service, double percentile) {
        LatencyDistribution latencies = service ? part.service() : part.response();
        if (latencies.count() == 0) {
            return OptionalDouble.empty();
        }
        double us = Double.isNaN(percentile) ? latencies.summary().meanUs() : latencies.percentileUs(percentile);
        return OptionalDouble.of(us / 1e3);
    }

    /** The metric as it is written: {@code p99}, {@code service.mean}, {@code errors[list albums]}. */
    public String quantity() {
        return quantity + name.map(part -> "[" + part + "]").orElse("");
    }

    /** Whether it stands for one objective for each of these operations or scenarios. */
    boolean ofEach(List<String> names) {
        return name.filter(EACH::equals).isPresent() && !names.contains(EACH);
    }

    /** It, or if it stands for one for each of these operations or scenarios, those. */
    Stream<Objective> each(List<String> names) {
        return ofEach(names)
                ? names.stream()
                        .map(each -> new Objective(
                                quantity, sign, bound, unit, Optional.of(each), ofIterations, measure, withoutClient))
                : Stream.of(this);
    }

    /** The operation that it is limited to; empty when it is about the run, or about iterations. */
    public Optional<String> operation() {
        return ofIterations ? Optional.empty() : name;
    }

    /** The scenario that it is limited to; empty when it is about all of them, or about requests. */
    public Optional<String> scenario() {
        return ofIterations ? name : Optional.empty();
    }

    /** Whether only a workload with scenarios has what it is about. */
    boolean ofIterations() {
        return ofIterations;
    }

    private Optional<Part> part(RunResult result) {
        if (ofIterations) {
            return result.recorded().iterations().stream()
                    .filter(row -> name.isEmpty() || row.scenario().equals(name.get()))
                    .reduce(IterationMeasurements::plus)
                    .map(Part::of);
        }
        return name.isEmpty()
                ? Optional.of(new Part(
                        result.counts(),
                        result.planned(),
                        result.throughput(),
                        result.recorded().service(),
                        result.recorded().response()))
                : result.recorded().operations().stream()
                        .filter(row -> row.name().equals(name.get()))
                        .map(row -> new Part(
                                row.counts(),
                                row.counts().ended(),
                                row.counts().throughput(result.wallTime()),
                                row.service(),
                                row.response()))
                        .findFirst();
    }

    private static OptionalDouble value(Optional<Part> part, Function<Part, OptionalDouble> measure) {
        return part.map(measure).orElse(OptionalDouble.empty());
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
     * @return empty for a latency when the run or its operation has no ok attempt
     */
    OptionalDouble measured(RunResult result) {
        return value(part(result), measure);
    }

    /** The value that some seconds of a run have, by their counts; not for a latency. */
    OptionalDouble measured(Counts counts, double seconds) {
        return measure.apply(new Part(
                counts, counts.ended(), counts.ok() / seconds, LatencyHistogram.growing(), LatencyHistogram.growing()));
    }

    /**
     * The part of the value that the client cannot have caused.
     *
     * @param kind how the client distorted the run
     * @return empty when the client may have caused all of it
     */
    OptionalDouble withoutClient(RunResult result, Kind kind) {
        return value(part(result), part -> withoutClient.apply(part, kind));
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
        return quantity()
                + sign
                + BigDecimal.valueOf(bound).stripTrailingZeros().toPlainString()
                + unit;
    }
}
