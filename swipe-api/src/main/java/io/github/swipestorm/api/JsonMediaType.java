package io.github.swipestorm.api;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Proof that a request's {@code Content-Type} is JSON in UTF-8. */
public final class JsonMediaType {

    private static final JsonMediaType INSTANCE = new JsonMediaType();

    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

    /** RFC 9110 section 5.6.6: optional white space around the semicolon, none around the equals sign. */
    private static final Pattern PARAMETER =
            Pattern.compile("[ \t]*;[ \t]*(?:(" + TOKEN + ")=(?:\"([^\"\\\\]*)\"|(" + TOKEN + ")))?");

    private JsonMediaType() {}

    /**
     * Parses a {@code Content-Type} header.
     *
     * @param contentType the header, or null when there is none
     * @throws ApiException with status 415 unless it is {@code application/json}, with no charset or with UTF-8
     */
    public static JsonMediaType parse(String contentType) {
        if (contentType == null || !isUtf8Json(contentType.strip())) {
            throw ApiException.unsupportedMediaType(contentType);
        }
        return INSTANCE;
    }

    private static boolean isUtf8Json(String header) {
        if (header.equals("application/json")) {
            return true;
        }
        int semicolon = header.indexOf(';');
        String type = semicolon < 0 ? header : header.substring(0, semicolon).stripTrailing();
        if (!type.toLowerCase(Locale.ROOT).equals("application/json")) {
            return false;
        }
        Matcher parameter = PARAMETER.matcher(header);
        int position = type.length();
        while (position < header.length()) {
            parameter.region(position, header.length());
            if (!parameter.lookingAt()) {
                return false;
            }
            String value = parameter.group(2) != null ? parameter.group(2) : parameter.group(3);
            if ("charset".equalsIgnoreCase(parameter.group(1)) && !"utf-8".equalsIgnoreCase(value)) {
                return false;
            }
            position = parameter.end();
        }
        return true;
    }
}
