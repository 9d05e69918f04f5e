package io.github.swipestorm.client.http;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The URL of one request, taken apart: {@code http://user:password@host:port/path?query#fragment}. The fragment is
 * dropped, as it is never sent. Path and query stay as they were typed; dots in a path are not resolved.
 *
 * @param target the server, without a base path
 * @param path with the query; at least a slash
 * @param user {@code NAME:PASSWORD}, with the percent-encoding undone; empty when the URL names nobody
 */
public record RequestUrl(Target target, String path, Optional<String> user) {

    private static final Pattern URL = Pattern.compile("(?i)(https?://)([^/?#\\\\]*)([^#]*)(?:#.*)?", Pattern.DOTALL);
    private static final Pattern ENCODED = Pattern.compile("%(\\p{XDigit}{2})|([^%]+|%)", Pattern.DOTALL);

    /**
     * Parses a URL as typed by a user.
     *
     * @throws IllegalArgumentException with a user-facing message when no request can be sent to it
     */
    public static RequestUrl parse(String url) {
        Matcher parts = URL.matcher(url.strip());
        if (!parts.matches()) {
            throw new IllegalArgumentException("'" + Redaction.ofUnknownWord(url)
                    + "' is not a URL to send a request to: it must begin with http:// or https://"
                    + (url.strip().startsWith("tcp")
                            ? "; plain TCP takes a workload whose operations have 'send'"
                            : ""));
        }
        String authority = parts.group(2);
        int at = authority.lastIndexOf('@');
        Target target = Target.parse(parts.group(1) + authority.substring(at + 1));
        String path = parts.group(3);
        return new RequestUrl(
                target,
                path.startsWith("/") ? path : "/" + path,
                at < 0 ? Optional.empty() : Optional.of(user(authority.substring(0, at))));
    }

    private static String user(String text) {
        String[] both = text.split(":", 2);
        return decoded(both[0]) + ":" + (both.length == 1 ? "" : decoded(both[1]));
    }

    private static String decoded(String text) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Matcher found = ENCODED.matcher(text);
        while (found.find()) {
            if (found.group(1) != null) {
                bytes.write(Integer.parseInt(found.group(1), 16));
            } else {
                bytes.writeBytes(found.group(2).getBytes(StandardCharsets.UTF_8));
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
