package io.github.swipestorm.client.transport;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;

/**
 * A name and a password for HTTP basic authentication, RFC 7617. Prints itself without the password.
 *
 * @param name without a colon, which separates it from the password on the wire
 * @param password may contain colons, and may be empty
 */
public record Credentials(String name, String password) {

    public Credentials {
        if (name.isEmpty()) {
            throw new IllegalArgumentException(
                    "The name before the password cannot be empty: give both as NAME:PASSWORD");
        }
        if (name.indexOf(':') >= 0) {
            throw new IllegalArgumentException("The name '" + name + "' cannot hold a colon");
        }
        if ((name + password).chars().anyMatch(Character::isISOControl)) {
            throw new IllegalArgumentException("Name and password cannot hold control characters");
        }
    }

    /**
     * Parses {@code NAME:PASSWORD}.
     *
     * @throws IllegalArgumentException when the text has another form; the message does not quote it, as it may be a
     *     password
     */
    public static Credentials parse(String text) {
        int colon = text.indexOf(':');
        if (colon < 0) {
            throw new IllegalArgumentException(
                    "Name and password must be given as NAME:PASSWORD, with a colon between");
        }
        return new Credentials(text.substring(0, colon), text.substring(colon + 1));
    }

    /** The value of the {@code Authorization} header. */
    public String authorization() {
        byte[] both = (name + ":" + password).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(both);
    }

    /** Texts that must be redacted, in each form in which a server may send them back. */
    public List<String> secrets() {
        return List.of(authorization().substring("Basic ".length()), password);
    }

    @Override
    public String toString() {
        return "basic as " + name;
    }
}
