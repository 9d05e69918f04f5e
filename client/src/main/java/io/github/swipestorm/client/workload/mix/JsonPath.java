package io.github.swipestorm.client.workload.mix;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * The part of JSONPath (RFC 9535) that names values by their places: members, indexes, wildcards and descendants. Filters,
 * slices and unions are not in it. Immutable.
 */
final class JsonPath {

    /** One segment: one or two dots with a name or a star, or brackets, with two dots before them for descendants. */
    private static final Pattern SEGMENT = Pattern.compile(
            "(?<deep>\\.\\.)?\\[(?:(?<index>-?\\d{1,9})|(?<all>\\*)"
                    + "|'(?<single>[^']+)'|\"(?<double>[^\"]+)\")]|(?<dots>\\.\\.?)(?:(?<star>\\*)|(?<name>[\\p{L}_][\\p{L}\\p{N}_-]*))");

    private final String text;
    private final List<Segment> segments;

    /** Selects children: those of one name, at one index, or all. */
    private record Segment(boolean descendants, String name, Integer index) {

        private void select(JsonNode from, List<JsonNode> found) {
            if (name != null) {
                if (from.isObject() && from.has(name)) {
                    found.add(from.get(name));
                }
            } else if (index != null) {
                int at = index < 0 ? from.size() + index : index;
                if (from.isArray() && at >= 0 && at < from.size()) {
                    found.add(from.get(at));
                }
            } else if (from.isContainer()) {
                from.valueStream().forEach(found::add);
            }
            if (descendants && from.isContainer()) {
                from.valueStream().forEach(child -> select(child, found));
            }
        }
    }

    private JsonPath(String text, List<Segment> segments) {
        this.text = text;
        this.segments = List.copyOf(segments);
    }

    /** @throws IllegalArgumentException with a user-facing message when it is not such a path */
    static JsonPath parse(String text) {
        List<Segment> segments = new ArrayList<>();
        Matcher matcher = SEGMENT.matcher(text);
        int at = 1;
        while (text.startsWith("$")
                && at < text.length()
                && matcher.region(at, text.length()).lookingAt()) {
            String name = matcher.group("name") != null
                    ? matcher.group("name")
                    : matcher.group("single") != null ? matcher.group("single") : matcher.group("double");
            String index = matcher.group("index");
            segments.add(new Segment(
                    matcher.group("deep") != null || "..".equals(matcher.group("dots")),
                    name,
                    index == null ? null : Integer.valueOf(index)));
            at = matcher.end();
        }
        if (segments.isEmpty() || at < text.length()) {
            String where = segments.isEmpty() ? "" : " from '" + text.substring(at) + "' on";
            throw new IllegalArgumentException("'" + text + "' is not a JSONPath that can be used here" + where
                    + ": write names, indexes, [*] and .., as in $.items[0].id, $['first name'] or $..id");
        }
        return new JsonPath(text, segments);
    }

    /** The values at these places, in the order of the document. */
    List<JsonNode> find(JsonNode root) {
        List<JsonNode> found = List.of(root);
        for (Segment segment : segments) {
            List<JsonNode> next = new ArrayList<>();
            found.forEach(node -> segment.select(node, next));
            found = next;
        }
        return found;
    }

    /** As it was parsed. */
    @Override
    public String toString() {
        return text;
    }
}
