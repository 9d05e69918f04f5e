package io.github.swipestorm.client.workload.mix;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.github.swipestorm.client.http.Header;
import io.github.swipestorm.client.http.ReceivedResponse;
import io.github.swipestorm.client.workload.IndexedRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Takes a value from a response, for the steps that follow in a scenario. A response without the value fails its step, unless
 * the value is {@link #optional}. Immutable.
 */
public final class Extractor {

    private static final int MOST_MATCHES = 1_000_000;
    private static final String FIRST = "first";
    private static final String RANDOM = "random";
    private static final String ALL = "all";

    private final Source source;
    /** Which of several values, from 1; 0 for all, -1 for a random one. */
    private final int match;

    private final boolean optional;

    /** Where values are. */
    private sealed interface Source {

        /** All values, in their order. */
        List<String> find(ReceivedResponse response) throws UnreadableException;

        /** What a response without a value lacks, for messages. */
        String missing();

        default boolean readsHeaders() {
            return false;
        }

        void writeTo(ObjectNode json);
    }

    /** The response cannot have a value, such as a body that is not JSON. */
    static final class UnreadableException extends Exception {

        private static final long serialVersionUID = 1;

        private UnreadableException(String message) {
            super(message, null, false, false);
        }
    }

    private Extractor(Source source, int match, boolean optional) {
        this.source = source;
        this.match = match;
        this.optional = optional;
    }

    private static Extractor of(Source source) {
        return new Extractor(source, 1, false);
    }

    /**
     * A value of a JSON body: text as it is, anything else as JSON.
     *
     * @param pointer RFC 6901, such as {@code /items/0/id}
     */
    public static Extractor jsonPointer(String pointer) {
        return of(new OfPointer(ResponseCheck.OfJson.pointer(pointer)));
    }

    /**
     * Values of a JSON body.
     *
     * @param path names, indexes, wildcards and descendants of RFC 9535, such as {@code $.items[*].id}; no filters
     */
    public static Extractor jsonPath(String path) {
        return of(new OfPath(JsonPath.parse(path)));
    }

    /** The values of a header, in any case. */
    public static Extractor header(String name) {
        new Header(name, "");
        return of(new OfHeader(name));
    }

    /** The value of a cookie that the response sets; kept or not. */
    public static Extractor cookie(String name) {
        if (name.isBlank() || name.indexOf('=') >= 0 || name.indexOf(';') >= 0) {
            throw new IllegalArgumentException("'" + name + "' is not the name of a cookie");
        }
        return of(new OfCookie(name));
    }

    /**
     * What a regular expression matches in the body: its first group, or all of the match when it has none.
     *
     * @param expression in RE2's syntax, whose time grows linearly with the body; it has no look-around and no back references
     */
    public static Extractor regex(String expression) {
        Pattern pattern = pattern(expression);
        return of(new OfRegex(expression, pattern, Math.min(1, pattern.groupCount())));
    }

    /**
     * What a group of a regular expression matches in the body.
     *
     * @param expression in RE2's syntax, whose time grows linearly with the body; it has no look-around and no back references
     * @param group 0 for all of the match
     */
    public static Extractor regex(String expression, int group) {
        Pattern pattern = pattern(expression);
        if (group < 0 || group > pattern.groupCount()) {
            throw new IllegalArgumentException("'" + expression + "' has no group " + group + ": it has "
                    + (pattern.groupCount() == 0 ? "none" : "1 to " + pattern.groupCount()) + ", and 0 for all");
        }
        return of(new OfRegex(expression, pattern, group));
    }

    private static Pattern pattern(String expression) {
        try {
            return Pattern.compile(expression);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException(
                    "'" + expression + "' is not a regular expression (of RE2): " + e.getMessage(), e);
        }
    }

    /** Which of several values: {@code first}, which is the default, a number from 1, {@code random} or {@code all}, joined by commas. */
    public Extractor match(String which) {
        return switch (which) {
            case FIRST -> new Extractor(source, 1, optional);
            case ALL -> new Extractor(source, 0, optional);
            case RANDOM -> new Extractor(source, -1, optional);
            default -> {
                int number = which.matches("\\d{1,7}") ? Integer.parseInt(which) : 0;
                if (number < 1 || number > MOST_MATCHES) {
                    throw new IllegalArgumentException("'" + which + "' is not a match: use first, random, all, or a"
                            + " number from 1 to " + MOST_MATCHES);
                }
                yield new Extractor(source, number, optional);
            }
        };
    }

    /** The same for a value that need not be there: the name then has no value, which {@code if} can ask. */
    public Extractor optional() {
        return new Extractor(source, match, true);
    }

    boolean isOptional() {
        return optional;
    }

    boolean readsHeaders() {
        return source.readsHeaders();
    }

    /**
     * The value.
     *
     * @param random for a random match
     * @return null when it is missing
     */
    String extract(ReceivedResponse response, IndexedRandom random) throws UnreadableException {
        List<String> found = source.find(response);
        if (found.isEmpty() || match > found.size()) {
            return null;
        }
        return match == 0 ? String.join(",", found) : found.get(match > 0 ? match - 1 : random.below(found.size()));
    }

    /** Why a response without the value fails. */
    String missing() {
        return (match > 1 ? "There is no match " + match + ": " : "") + source.missing();
    }

    /** Writes it as files have it. */
    void writeTo(ObjectNode json) {
        source.writeTo(json);
        if (match != 1) {
            if (match > 0) {
                json.put("match", match);
            } else {
                json.put("match", match == 0 ? ALL : RANDOM);
            }
        }
        if (optional) {
            json.put("optional", true);
        }
    }

    private ObjectNode json() {
        ObjectNode json = JsonMapper.shared().createObjectNode();
        writeTo(json);
        return json;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Extractor extractor && extractor.json().equals(json());
    }

    @Override
    public int hashCode() {
        return Objects.hash(source.missing(), match, optional);
    }

    /** As files have it. */
    @Override
    public String toString() {
        return json().toString();
    }

    private static JsonNode tree(ReceivedResponse response) throws UnreadableException {
        try {
            return JsonMapper.shared().readTree(response.body());
        } catch (JacksonException e) {
            throw new UnreadableException("The body is not JSON: " + e.getOriginalMessage());
        }
    }

    private static List<String> texts(Stream<JsonNode> nodes) {
        return nodes.filter(node -> !node.isNull() && !node.isMissingNode())
                .map(node -> node.isString() ? node.stringValue() : node.toString())
                .toList();
    }

    private record OfPointer(JsonPointer pointer) implements Source {

        @Override
        public List<String> find(ReceivedResponse response) throws UnreadableException {
            return texts(Stream.of(tree(response).at(pointer)));
        }

        @Override
        public String missing() {
            return "The body has no '" + pointer + "'";
        }

        @Override
        public void writeTo(ObjectNode json) {
            json.put("jsonPointer", pointer.toString());
        }
    }

    private record OfPath(JsonPath path) implements Source {

        @Override
        public List<String> find(ReceivedResponse response) throws UnreadableException {
            return texts(path.find(tree(response)).stream());
        }

        @Override
        public String missing() {
            return "The body has no '" + path + "'";
        }

        @Override
        public void writeTo(ObjectNode json) {
            json.put("jsonPath", path.toString());
        }
    }

    private record OfHeader(String name) implements Source {

        @Override
        public List<String> find(ReceivedResponse response) {
            return response.headers().stream()
                    .filter(header -> header.is(name))
                    .map(Header::value)
                    .toList();
        }

        @Override
        public String missing() {
            return "There is no header '" + name + "'";
        }

        @Override
        public boolean readsHeaders() {
            return true;
        }

        @Override
        public void writeTo(ObjectNode json) {
            json.put("header", name);
        }
    }

    private record OfCookie(String name) implements Source {

        @Override
        public List<String> find(ReceivedResponse response) {
            return response.headers().stream()
                    .filter(header -> header.is("Set-Cookie"))
                    .map(header -> header.value().split(";", 2)[0].split("=", 2))
                    .filter(pair -> pair.length == 2 && pair[0].strip().equals(name))
                    .map(pair -> pair[1].strip())
                    .toList();
        }

        @Override
        public String missing() {
            return "The response does not set a cookie '" + name + "'";
        }

        @Override
        public boolean readsHeaders() {
            return true;
        }

        @Override
        public void writeTo(ObjectNode json) {
            json.put("cookie", name);
        }
    }

    private record OfRegex(String expression, Pattern pattern, int group) implements Source {

        @Override
        public List<String> find(ReceivedResponse response) {
            List<String> found = new ArrayList<>();
            Matcher matcher = pattern.matcher(response.text());
            while (matcher.find()) {
                if (matcher.group(group) != null) {
                    found.add(matcher.group(group));
                }
            }
            return found;
        }

        @Override
        public String missing() {
            return "The body does not match '" + expression + "'";
        }

        @Override
        public void writeTo(ObjectNode json) {
            json.put("regex", expression);
            if (group != Math.min(1, pattern.groupCount())) {
                json.put("group", group);
            }
        }
    }
}
