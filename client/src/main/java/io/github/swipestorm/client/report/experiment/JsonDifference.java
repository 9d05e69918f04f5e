package io.github.swipestorm.client.report.experiment;

import java.util.stream.IntStream;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * A place where two documents differ.
 *
 * @param path names of the fields with dots between them
 * @param first what the first document has there
 * @param other what the other one has
 */
public record JsonDifference(String path, String first, String other) {

    private static final String MISSING = "not there";

    /** All places, in the order of the documents. */
    public static Stream<JsonDifference> between(String path, JsonNode first, JsonNode other) {
        if (same(first, other)) {
            return Stream.empty();
        }
        if (first.isObject() && other.isObject()) {
            return Stream.concat(first.propertyNames().stream(), other.propertyNames().stream())
                    .distinct()
                    .flatMap(name ->
                            between(path.isEmpty() ? name : path + "." + name, first.path(name), other.path(name)));
        }
        if (first.isArray() && other.isArray() && first.size() == other.size()) {
            return IntStream.range(0, first.size())
                    .boxed()
                    .flatMap(i -> between(path + "[" + i + "]", first.get(i), other.get(i)));
        }
        return Stream.of(new JsonDifference(path, shown(first), shown(other)));
    }

    /** One writer has 600.0 where another has 600, or null where another has nothing. */
    private static boolean same(JsonNode first, JsonNode other) {
        boolean nothing = (first.isNull() || first.isMissingNode()) && (other.isNull() || other.isMissingNode());
        return nothing
                || (first.isNumber() && other.isNumber()
                        ? first.decimalValue().compareTo(other.decimalValue()) == 0
                        : first.equals(other));
    }

    /** Whether only one of the documents has something there. */
    public boolean oneSided() {
        return first.equals(MISSING) || other.equals(MISSING);
    }

    private static String shown(JsonNode node) {
        if (node.isMissingNode()) {
            return MISSING;
        }
        return node.isArray() ? node.size() + " things" : node.isString() ? node.asString() : node.toString();
    }
}
