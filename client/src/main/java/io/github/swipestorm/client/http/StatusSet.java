package io.github.swipestorm.client.http;

import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A set of response statuses, such as {@code 2xx} or {@code 200,404}. Immutable. */
public final class StatusSet {

    /** The statuses that RFC 9110 calls successful: 2xx. */
    public static final StatusSet SUCCESSFUL = parse("2xx");

    /** The one of answers that have no status: it contains {@link Response#NO_STATUS} only. */
    public static final StatusSet NONE = none();

    private final String text;
    private final BitSet statuses = new BitSet(1_000);

    private static StatusSet none() {
        StatusSet none = new StatusSet("");
        none.statuses.set(Response.NO_STATUS);
        return none;
    }

    private StatusSet(String text) {
        this.text = text;
    }

    /**
     * Parses a comma-separated list of statuses and classes: {@code 200,404} or {@code 2xx,3xx}.
     *
     * @throws IllegalArgumentException with a user-facing message when it is not such a list
     */
    public static StatusSet parse(String text) {
        List<String> elements = Stream.of(text.toLowerCase(Locale.ROOT).split(",", -1))
                .map(String::strip)
                .toList();
        StatusSet set = new StatusSet(String.join(",", elements));
        for (String element : elements) {
            if (!element.matches("[2-9]xx|[2-9]\\d\\d")) {
                throw new IllegalArgumentException(
                        "'" + element + "' is not a final status: use numbers and classes such as 200,404 or 2xx,3xx");
            }
            int first = Integer.parseInt(element.replace('x', '0'));
            set.statuses.set(first, element.endsWith("xx") ? first + 100 : first + 1);
        }
        return set;
    }

    /** Whether it contains a status. */
    public boolean contains(int status) {
        return statuses.get(status);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StatusSet set && set.statuses.equals(statuses);
    }

    @Override
    public int hashCode() {
        return statuses.hashCode();
    }

    /** The list as it was parsed, in lower case without blanks. */
    @Override
    public String toString() {
        return text;
    }
}
