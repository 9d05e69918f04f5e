package io.github.swipestorm.client.workload.mix;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Target;
import java.net.URI;
import java.util.Optional;

/** Where redirects lead: RFC 9110, section 10.2.2. */
final class Redirects {

    private Redirects() {}

    /**
     * The path of the request that follows a redirect, below the target's base path, with its query.
     *
     * @param location as the response has it: a URL, or relative to the request
     * @param from the path of the request, below the target's base path
     * @return empty when it leads to another server, or out of the target's base path
     */
    static Optional<String> path(String location, String from, Operation operation, Target target) {
        String to = escaped(location);
        URI base = URI.create(target.scheme() + "://" + target.hostHeader() + target.basePath() + escaped(from));
        URI uri;
        try {
            uri = to.isEmpty() || to.startsWith("?") ? URI.create(withoutQuery(base) + to) : base.resolve(to);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        boolean sameServer = target.scheme().equalsIgnoreCase(uri.getScheme())
                && uri.getRawAuthority() != null
                && (isAuthority(uri, target)
                        || operation
                                .header("Host")
                                .filter(uri.getRawAuthority()::equalsIgnoreCase)
                                .isPresent());
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        if (!sameServer || !path.startsWith(target.basePath() + "/")) {
            return Optional.empty();
        }
        return Optional.of(path.substring(target.basePath().length())
                + (uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery()));
    }

    private static boolean isAuthority(URI uri, Target target) {
        int port = uri.getPort() >= 0 ? uri.getPort() : target.secure() ? 443 : 80;
        String host = uri.getHost() == null ? "" : uri.getHost().replaceAll("[\\[\\]]", "");
        return host.equalsIgnoreCase(target.host()) && port == target.port();
    }

    private static String withoutQuery(URI uri) {
        return uri.toString().replaceFirst("\\?.*", "");
    }

    /** Without its fragment, and with everything encoded that a request line cannot have. */
    private static String escaped(String location) {
        String sent = location.strip().replaceFirst("#.*", "");
        return new String(Escape.URL_PART.of(sent.getBytes(UTF_8)), UTF_8);
    }
}
