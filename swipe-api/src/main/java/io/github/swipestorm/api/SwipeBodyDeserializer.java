package io.github.swipestorm.api;

import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamContext;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.ValueDeserializer;

/**
 * Parses a swipe body strictly, so that every server that binds JSON with Jackson rejects the same bodies with the same
 * message. Unknown fields are ignored. Any error is an {@link ApiException} that names the field.
 */
final class SwipeBodyDeserializer extends ValueDeserializer<SwipeBody> {

    @Override
    public SwipeBody deserialize(JsonParser parser, DeserializationContext context) {
        if (!parser.isExpectedStartObjectToken()) {
            throw ApiException.notJson();
        }
        try {
            return readFields(parser);
        } catch (JacksonException e) {
            String field = outermostField(parser);
            throw field == null
                    ? ApiException.notJson()
                    : ApiException.badRequest(
                            "Request body is not valid JSON, or repeats a field, at field " + Quoted.of(field));
        }
    }

    /** The JSON text {@code null} does not reach a deserializer; Jackson calls this instead. */
    @Override
    public SwipeBody getNullValue(DeserializationContext context) {
        throw ApiException.notJson();
    }

    /**
     * The field of the swipe that is being read, however deep the parser is within its value; null before the first.
     */
    private static String outermostField(JsonParser parser) {
        String field = null;
        for (TokenStreamContext at = parser.streamReadContext(); at != null; at = at.getParent()) {
            field = at.hasCurrentName() ? at.currentName() : field;
        }
        return field;
    }

    private static SwipeBody readFields(JsonParser parser) {
        String swiper = null;
        String swipee = null;
        String comment = null;
        for (String name = parser.nextName(); name != null; name = parser.nextName()) {
            parser.nextToken();
            switch (name) {
                case "swiper" -> swiper = readId(name, parser);
                case "swipee" -> swipee = readId(name, parser);
                case "comment" -> comment = readText(name, parser);
                default -> parser.skipChildren();
            }
        }
        return new SwipeBody(
                requirePresent("swiper", swiper), requirePresent("swipee", swipee), requirePresent("comment", comment));
    }

    private static String readId(String name, JsonParser parser) {
        if (parser.currentToken() == JsonToken.VALUE_NUMBER_INT) {
            return parser.getString();
        }
        return readText(name, parser);
    }

    private static String readText(String name, JsonParser parser) {
        return switch (parser.currentToken()) {
            case VALUE_STRING -> parser.getString();
            case VALUE_NULL -> null;
            default -> throw ApiException.badRequest(name + " has the wrong JSON type");
        };
    }

    private static String requirePresent(String name, String value) {
        if (value == null) {
            throw ApiException.badRequest(name + " is missing or null");
        }
        return value;
    }
}
