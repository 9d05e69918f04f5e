package io.github.swipestorm.client.experiment;

import io.github.swipestorm.client.inference.ConfidenceInterval;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The change of one metric between two finished runs or experiments.
 *
 * @param of the metric
 * @param first its value in the first one, in its unit
 * @param other its value in the other one
 * @param ratio 95 % interval of {@code other} divided by {@code first}; empty for shares, and when there is none
 * @param difference 95 % interval of {@code other} minus {@code first}; empty when there is none
 * @param why why there is no interval, as a clause; empty when there is one
 */
public record Change(
        Of of,
        double first,
        double other,
        Optional<ConfidenceInterval> ratio,
        Optional<ConfidenceInterval> difference,
        String why) {

    /** The metrics that are compared. */
    public enum Of {
        /** Ok requests per second. */
        THROUGHPUT("throughput", "req/s", 1),
        /** Median of the response time. */
        P50("p50", "ms", 3),
        /** 90th percentile of the response time. */
        P90("p90", "ms", 3),
        /** 99th percentile of the response time. */
        P99("p99", "ms", 3),
        /** The share of attempts that failed, in per cent. */
        ERRORS("errors", "%", 3),
        /** CPU time of the client's process per ok request. */
        CLIENT_CPU("cpu", "us/request", 1),
        /** CPU time of the server's process per ok request. */
        SERVER_CPU("server-cpu", "us/request", 1);

        private final String word;
        private final String unit;
        private final int decimals;

        Of(String word, String unit, int decimals) {
            this.word = word;
            this.unit = unit;
            this.decimals = decimals;
        }

        /** Its label in limits and reports. */
        public String word() {
            return word;
        }

        /** The unit of its values and differences; per cent stands for percentage points in a difference. */
        public String unit() {
            return unit;
        }

        /** The number of decimals to show. */
        public int decimals() {
            return decimals;
        }

        /** Whether it is a response time. */
        public boolean time() {
            return this == P50 || this == P90 || this == P99;
        }

        /** Whether it is a share, whose change is given in percentage points and not relative to itself. */
        public boolean share() {
            return this == ERRORS;
        }

        static Optional<Of> named(String word) {
            return Stream.of(values()).filter(of -> of.word.equals(word)).findFirst();
        }
    }

    /** The metrics that are known of each operation of a run. */
    public static final List<Of> OF_OPERATION = List.of(Of.THROUGHPUT, Of.P50, Of.P99, Of.ERRORS);

    /** The possible conclusions. */
    public enum Conclusion {
        /** The interval is above no change. */
        HIGHER,
        /** The interval is below no change. */
        LOWER,
        /** The interval contains no change. */
        NOT_SHOWN,
        /** There is no interval, or one without an end. */
        CANNOT_SAY
    }

    /** A metric that cannot be compared, of which one or both values may be known. */
    public static Change unknown(Of of, double first, double other, String why) {
        return new Change(of, first, other, Optional.empty(), Optional.empty(), why);
    }

    /** The conclusion for this change. */
    public Conclusion conclusion() {
        Optional<ConfidenceInterval> interval =
                ratio.map(of -> of.map(value -> value - 1)).or(() -> difference);
        return interval.map(found -> found.low() > 0
                        ? Conclusion.HIGHER
                        : found.high() < 0 ? Conclusion.LOWER : Conclusion.NOT_SHOWN)
                .orElse(Conclusion.CANNOT_SAY);
    }
}
