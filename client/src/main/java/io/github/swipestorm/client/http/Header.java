package io.github.swipestorm.client.http;

import java.util.Locale;
import java.util.Set;

/**
 * A header of a request or response.
 *
 * @param name a token by RFC 9110, section 5.6.2; compared ignoring case
 * @param value without line breaks and surrounding white space
 */
public record Header(String name, String value) {

    /** Headers that a transport sets itself, because it frames messages and keeps connections by them. */
    private static final Set<String> OF_TRANSPORT =
            Set.of("content-length", "transfer-encoding", "connection", "expect", "upgrade", "te", "trailer");

    /** @throws IllegalArgumentException with a user-facing message when no request can contain it */
    public Header {
        if (!isToken(name)) {
            throw new IllegalArgumentException(
                    "'" + name + "' is not a header's name: use letters, digits and hyphens");
        }
        value = value.strip();
        if (value.chars().anyMatch(c -> c != '\t' && (c < ' ' || c == 0x7F))) {
            throw new IllegalArgumentException(
                    "The header '" + name + "' has a line break or control character in its value: remove it");
        }
    }

    private static boolean isToken(String name) {
        return !name.isEmpty()
                && name.chars().allMatch(c -> c > ' ' && c < 0x7F && "\"(),/:;<=>?@[\\]{}".indexOf(c) < 0);
    }

    /** Whether it has this name, ignoring case. */
    public boolean is(String other) {
        return name.equalsIgnoreCase(other);
    }

    /** Whether a transport sets it itself, so that an operation must not. */
    public boolean ofTransport() {
        return OF_TRANSPORT.contains(name.toLowerCase(Locale.ROOT));
    }
}
