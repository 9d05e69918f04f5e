package io.github.swipestorm.client.workload.mix;

import io.github.swipestorm.client.http.Check;
import io.github.swipestorm.client.http.Header;
import io.github.swipestorm.client.http.ReceivedResponse;
import io.github.swipestorm.client.http.Redaction;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonPointer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** A check of a response by values that are the same for every request, such as files have. Immutable. */
public sealed interface ResponseCheck extends Check {

    /** A header with this name is there, whatever its value. */
    static ResponseCheck headerExists(String name) {
        return new OfHeader(name, null, true);
    }

    /** A header has this value. */
    static ResponseCheck headerEquals(String name, String value) {
        return new OfHeader(name, value, true);
    }

    /** The value of a header contains a text. */
    static ResponseCheck headerContains(String name, String text) {
        return new OfHeader(name, text, false);
    }

    /** The body contains a text, in UTF-8. */
    static ResponseCheck bodyContains(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("Every body contains an empty text: write what it is to contain");
        }
        return new OfText(text);
    }

    /** The body is this text, in UTF-8. */
    static ResponseCheck bodyEquals(String text) {
        return new OfWholeText(text);
    }

    /**
     * The body is JSON and has a value at a place.
     *
     * @param pointer RFC 6901, such as {@code /items/0/id}
     */
    static ResponseCheck jsonExists(String pointer) {
        return new OfJson(OfJson.pointer(pointer), null);
    }

    /**
     * The body is JSON and has this value at a place. Numbers are equal when their values are.
     *
     * @param pointer RFC 6901, such as {@code /items/0/id}
     * @param json the value as JSON: a text in quotes
     */
    static ResponseCheck jsonEquals(String pointer, String json) {
        try {
            return new OfJson(OfJson.pointer(pointer), JsonMapper.shared().readTree(json));
        } catch (JacksonException e) {
            throw new IllegalArgumentException("'" + json + "' is not JSON: write a text in quotes", e);
        }
    }

    /**
     * The length of the body, as it was received.
     *
     * @param least in bytes
     * @param most in bytes; {@link Long#MAX_VALUE} for no limit
     */
    static ResponseCheck bodySize(long least, long most) {
        if (least < 0 || most < least) {
            throw new IllegalArgumentException("A body cannot have from " + least + " to " + most
                    + " bytes: 'min' is 0 or more, 'max' not below it");
        }
        return new OfSize(least, most);
    }

    /** Writes it as files have it. */
    void writeTo(ObjectNode json);

    /** Of a header. */
    record OfHeader(String name, String value, boolean whole) implements ResponseCheck {

        /** @throws IllegalArgumentException with a user-facing message when no header has this name */
        public OfHeader {
            new Header(name, "");
        }

        @Override
        public boolean readsHeaders() {
            return true;
        }

        @Override
        public Optional<String> problem(ReceivedResponse response) {
            List<String> values = response.headers().stream()
                    .filter(header -> header.is(name))
                    .map(Header::value)
                    .toList();
            if (values.isEmpty()) {
                return Optional.of("There is no header '" + name + "'");
            }
            boolean as = value == null
                    || values.stream().anyMatch(each -> whole ? each.equals(value) : each.contains(value));
            return as
                    ? Optional.empty()
                    : Optional.of(
                            "Header '" + name + "' " + (whole ? "is not '" : "does not contain '") + value + "' but "
                                    + (Redaction.isSecret(new Header(name, values.get(0)))
                                            ? Redaction.HIDDEN
                                            : quoted(values.get(0))));
        }

        @Override
        public void writeTo(ObjectNode json) {
            json.put("header", name);
            if (value != null) {
                json.put(whole ? "equals" : "contains", value);
            }
        }
    }

    /** Of a text in the body. */
    record OfText(String text) implements ResponseCheck {

        @Override
        public boolean readsBody() {
            return true;
        }

        @Override
        public Optional<String> problem(ReceivedResponse response) {
            return response.text().contains(text)
                    ? Optional.empty()
                    : Optional.of("The body does not contain '" + text + "'");
        }

        @Override
        public void writeTo(ObjectNode json) {
            json.put("bodyContains", text);
        }
    }

    /** Of the whole body. */
    record OfWholeText(String text) implements ResponseCheck {

        @Override
        public boolean readsBody() {
            return true;
        }

        @Override
        public Optional<String> problem(ReceivedResponse response) {
            String body = response.text();
            return body.equals(text)
                    ? Optional.empty()
                    : Optional.of("The body is not '" + text + "' but " + Redaction.of(quoted(body)));
        }

        @Override
        public void writeTo(ObjectNode json) {
            json.put("bodyEquals", text);
        }
    }

    /** Of a value in a JSON body; null when any will do. */
    record OfJson(JsonPointer pointer, JsonNode value) implements ResponseCheck {

        @Override
        public boolean readsBody() {
            return true;
        }

        @Override
        public Optional<String> problem(ReceivedResponse response) {
            JsonNode found;
            try {
                found = JsonMapper.shared().readTree(response.body()).at(pointer);
            } catch (JacksonException e) {
                return Optional.of("The body is not JSON: " + e.getOriginalMessage());
            }
            if (found.isMissingNode()) {
                return Optional.of("The body has no '" + pointer + "'");
            }
            return value == null || value.equals(OfJson::compare, found)
                    ? Optional.empty()
                    : Optional.of(
                            "'" + pointer + "' is not " + value + " but " + Redaction.of(quoted(found.toString())));
        }

        static JsonPointer pointer(String pointer) {
            try {
                return JsonPointer.compile(pointer);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "'" + pointer + "' is not a JSON pointer: begin with a slash, as in /items/0/id", e);
            }
        }

        private static int compare(JsonNode one, JsonNode other) {
            if (one.isNumber() && other.isNumber()) {
                return one.decimalValue().compareTo(other.decimalValue());
            }
            return one.equals(other) ? 0 : 1;
        }

        @Override
        public void writeTo(ObjectNode json) {
            json.put("jsonPointer", pointer.toString());
            if (value != null) {
                json.set("equals", value);
            }
        }
    }

    /** Of the body's length. */
    record OfSize(long least, long most) implements ResponseCheck {

        @Override
        public Optional<String> problem(ReceivedResponse response) {
            return response.bytes() >= least && response.bytes() <= most
                    ? Optional.empty()
                    : Optional.of("The body has " + response.bytes() + " bytes, "
                            + (response.bytes() < least ? "fewer than " + least : "more than " + most));
        }

        @Override
        public void writeTo(ObjectNode json) {
            ObjectNode size = json.putObject("bodySize");
            size.put("min", least);
            if (most < Long.MAX_VALUE) {
                size.put("max", most);
            }
        }
    }

    private static String quoted(String text) {
        int longest = 100;
        return "'" + (text.length() > longest ? text.substring(0, longest) + "..." : text) + "'";
    }
}
