package io.github.swipestorm.api;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** The paths of the API, and the methods that each supports. */
public enum Route {
    SWIPE("swipe", true, "POST"),
    STATS("stats", true, "GET, HEAD"),
    MATCHES("matches", true, "GET, HEAD"),
    HEALTH("health", false, "GET, HEAD"),
    METRICS("metrics", false, "GET, HEAD"),
    OPENAPI("openapi.yaml", false, "GET, HEAD");

    private final String firstSegment;
    private final boolean takesParameter;
    private final String allow;

    Route(String firstSegment, boolean takesParameter, String allow) {
        this.firstSegment = firstSegment;
        this.takesParameter = takesParameter;
        this.allow = allow;
    }

    /**
     * A recognised path.
     *
     * @param parameter the decoded second segment (direction or user id), or null when there is none
     */
    public record Match(Route route, String parameter) {}

    /** The value of the {@code Allow} header; a path that supports GET also supports HEAD, without a body. */
    String allow() {
        return allow;
    }

    /** Whether the path supports this method. */
    boolean allows(String method) {
        return switch (method) {
            case "POST" -> this == SWIPE;
            case "GET", "HEAD" -> this != SWIPE;
            default -> false;
        };
    }

    /**
     * Matches a path as it was sent: percent-encoded, with dots and double slashes not resolved. Path parameters
     * ({@code ;x=y}) are dropped.
     *
     * @param rawPath the path below the context path, beginning with a slash
     * @return empty when the API has no such path
     */
    public static Optional<Match> find(String rawPath) {
        String[] segments = rawPath.split("/", -1);
        if (segments.length < 2 || !segments[0].isEmpty()) {
            return Optional.empty();
        }
        String first = decode(segments[1]);
        for (Route route : values()) {
            if (route.firstSegment.equals(first)) {
                return route.match(segments);
            }
        }
        return Optional.empty();
    }

    /**
     * Checks path and method, in this order.
     *
     * @param rawPath as in {@link #find}
     * @throws ApiException with status 404 when the API has no such path, 405 when the path does not support the method
     */
    public static Match require(String method, String rawPath) {
        Match match = find(rawPath).orElseThrow(ApiException::noSuchPath);
        if (!match.route().allows(method)) {
            throw ApiException.methodNotAllowed(match.route());
        }
        return match;
    }

    private Optional<Match> match(String[] segments) {
        if (this == SWIPE) {
            return matchSwipe(segments);
        }
        if (segments.length != (takesParameter ? 3 : 2)) {
            return Optional.empty();
        }
        String parameter = takesParameter ? decode(segments[2]) : null;
        return takesParameter && parameter.isEmpty() ? Optional.empty() : Optional.of(new Match(this, parameter));
    }

    /**
     * A swipe may end with a slash, and a swipe without a direction is an invalid swipe rather than an unknown path.
     */
    private Optional<Match> matchSwipe(String[] segments) {
        int length = segments.length;
        if (length > 2 && segments[length - 1].isEmpty()) {
            length--;
        }
        if (length == 2) {
            return Optional.of(new Match(this, null));
        }
        return length == 3 && !segments[2].isEmpty()
                ? Optional.of(new Match(this, decode(segments[2])))
                : Optional.empty();
    }

    private static String decode(String segment) {
        int semicolon = segment.indexOf(';');
        String bare = semicolon < 0 ? segment : segment.substring(0, semicolon);
        if (bare.indexOf('%') < 0) {
            return bare;
        }
        try {
            // A plus sign in a path is a plus sign, which URLDecoder (made for forms) would turn into a space.
            return URLDecoder.decode(bare.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) {
            return bare;
        }
    }
}
