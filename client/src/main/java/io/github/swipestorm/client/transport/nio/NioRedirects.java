package io.github.swipestorm.client.transport.nio;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.transport.FailureClassifier;
import io.github.swipestorm.client.transport.HttpFeatures;
import io.github.swipestorm.client.transport.wire.WireEncoder;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hc.client5.http.utils.URIUtils;

/**
 * Follows redirects within their attempts: RFC 9110, section 15.4. Requests to other servers than the target go over
 * further connections, which each worker has of its own and which are made when they are needed. Confined to the loop's
 * thread.
 */
final class NioRedirects {

    /** How a loop sends the next request of an attempt. */
    interface Link {

        /** A connection that is not established yet. */
        NioConnection open(NioOrigin origin);

        /** @param sent when the first request of the attempt was sent */
        void goOn(NioConnection on, int slot, Operation operation, byte[] request, long sent);

        void close(NioConnection connection);
    }

    /** Headers that only the target receives, wherever redirects lead. */
    private static final Set<String> SECRET = Set.of("authorization", "cookie");

    /** The attempt of a slot. */
    private static final class Attempt {

        private NioConnection home;
        /** Its first request, encoded. */
        private byte[] request = new byte[512];

        private int length;
        private long sent;
        private final Set<URI> visited = new HashSet<>();
        /** Where its last request went; null while that is where the first one went. */
        private URI at;
        /** Whether its requests no longer have the method and the body of the first one. */
        private boolean get;
    }

    private final Target target;
    private final Optional<Target> proxy;
    private final WireEncoder encoder;
    private final NioOutcomes outcomes;
    private final Link link;
    /** By slot. */
    private Attempt[] attempts = new Attempt[16];
    /** The connections to other servers, by the worker's connection to the target; those used last come last. */
    private final Map<NioConnection, Map<Target, NioConnection>> others = new IdentityHashMap<>();

    NioRedirects(Target target, HttpFeatures features, WireEncoder encoder, NioOutcomes outcomes, Link link) {
        this.target = target;
        this.proxy = features.proxy();
        this.encoder = encoder;
        this.outcomes = outcomes;
        this.link = link;
    }

    /** An attempt begins: keeps its request, of which the buffers may be reused. */
    void begin(NioConnection home, int slot, ComposedRequest request, long nanos) {
        if (slot >= attempts.length) {
            attempts = Arrays.copyOf(attempts, 2 * slot);
        }
        if (attempts[slot] == null) {
            attempts[slot] = new Attempt();
        }
        Attempt attempt = attempts[slot];
        int needed = encoder.longest(request);
        if (attempt.request.length < needed) {
            attempt.request = new byte[needed];
        }
        ByteBuffer out = ByteBuffer.wrap(attempt.request);
        encoder.encode(request, out);
        attempt.length = out.position();
        attempt.home = home;
        attempt.sent = nanos;
        attempt.visited.clear();
        attempt.at = null;
        attempt.get = false;
    }

    /** The attempt's connection to the target was established after it had begun: its time-outs start now. */
    private static long sent(Attempt attempt, NioConnection connection) {
        if (attempt.at == null) {
            attempt.sent = connection.oldestSent();
        }
        return attempt.sent;
    }

    /**
     * The oldest exchange of a connection was answered with a redirect: sends the next request of its attempt, or ends it.
     *
     * @param keep whether the connection can carry the next exchange
     */
    void follow(NioConnection connection, int status, String location, boolean keep) {
        int slot = connection.oldestSlot();
        Operation operation = connection.operation();
        Attempt attempt = attempts[slot];
        long sent = sent(attempt, connection);
        outcomes.goesOn(connection, keep);
        String problem = move(attempt, status, location);
        if (problem != null) {
            outcomes.fail(slot, FailureClassifier.protocol(problem));
            return;
        }
        Target origin = origin(attempt.at);
        boolean home = isHome(origin);
        NioConnection next = home ? attempt.home : other(attempt.home, origin);
        link.goOn(next, slot, operation, request(attempt, next.origin(), home), sent);
    }

    /** Determines the next request of an attempt; returns why there is none, or null. */
    private String move(Attempt attempt, int status, String location) {
        if (attempt.visited.size() == HttpFeatures.MOST_REDIRECTS) {
            return "Maximum redirects (" + HttpFeatures.MOST_REDIRECTS + ") exceeded";
        }
        String method = attempt.get ? "GET" : method(attempt);
        URI to;
        try {
            URI from = attempt.at == null ? first(attempt) : attempt.at;
            to = URIUtils.resolve(from, new URI(location)).parseServerAuthority();
        } catch (URISyntaxException | IllegalArgumentException e) {
            return "Invalid redirect URI: " + location;
        }
        if (to.getHost() == null || !String.valueOf(to.getScheme()).matches("(?i)https?")) {
            return "Invalid redirect URI: " + location;
        }
        if (!attempt.visited.add(to)) {
            return "Circular redirect to '" + to + "'";
        }
        attempt.at = to;
        attempt.get |=
                status == 303 ? !method.equals("GET") && !method.equals("HEAD") : status < 303 && method.equals("POST");
        return null;
    }

    private static String method(Attempt attempt) {
        int end = 0;
        while (attempt.request[end] != ' ') {
            end++;
        }
        return new String(attempt.request, 0, end, ISO_8859_1);
    }

    /** Where the first request of an attempt went. */
    private URI first(Attempt attempt) throws URISyntaxException {
        int from = method(attempt).length() + 1;
        int end = from;
        while (attempt.request[end] != ' ') {
            end++;
        }
        String path = new String(attempt.request, from, end - from, ISO_8859_1);
        return new URI(path.startsWith("/") ? target.scheme() + "://" + target.hostHeader() + path : path);
    }

    private static Target origin(URI uri) {
        String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
        int port = uri.getPort() >= 0 ? uri.getPort() : scheme.equals("https") ? 443 : 80;
        String host = uri.getHost().toLowerCase(Locale.ROOT);
        return new Target(scheme, host.startsWith("[") ? host.substring(1, host.length() - 1) : host, port, "");
    }

    private boolean isHome(Target origin) {
        return origin.scheme().equals(target.scheme())
                && origin.host().equalsIgnoreCase(target.host())
                && origin.port() == target.port();
    }

    private NioConnection other(NioConnection home, Target origin) {
        Map<Target, NioConnection> own = others.computeIfAbsent(home, unused -> new LinkedHashMap<>(16, 0.75f, true));
        NioConnection known = own.get(origin);
        if (known == null) {
            closeOldest(own);
            known = link.open(new NioOrigin(origin, proxy));
            own.put(origin, known);
        }
        return known;
    }

    /** However many servers there are, few connections to them stay open. */
    private void closeOldest(Map<Target, NioConnection> own) {
        Iterator<NioConnection> oldest = own.values().iterator();
        while (own.size() >= HttpFeatures.MOST_REDIRECTS && oldest.hasNext()) {
            NioConnection connection = oldest.next();
            if (connection.underWay() == 0) {
                link.close(connection);
                oldest.remove();
            }
        }
    }

    /** The next request of an attempt: the first one, as far as it suits the place where it goes. */
    private byte[] request(Attempt attempt, NioOrigin to, boolean home) {
        int headEnd = headEnd(attempt);
        String[] lines = new String(attempt.request, 0, headEnd, ISO_8859_1).split("\r\n");
        String server = to.target().scheme() + "://" + to.target().hostHeader();
        StringBuilder head = new StringBuilder(attempt.get ? "GET" : method(attempt))
                .append(' ')
                .append(to.absolute() ? server : "")
                .append(path(attempt.at))
                .append(" HTTP/1.1\r\n");
        for (int i = 1; i < lines.length; i++) {
            String name = lines[i].substring(0, lines[i].indexOf(':')).toLowerCase(Locale.ROOT);
            if (name.equals("host") && !home) {
                head.append("Host: ").append(to.target().hostHeader()).append("\r\n");
            } else if ((home || !SECRET.contains(name)) && !(attempt.get && name.startsWith("content-"))) {
                head.append(lines[i]).append("\r\n");
            }
        }
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes(head.append("\r\n").toString().getBytes(ISO_8859_1));
        if (!attempt.get) {
            request.write(attempt.request, headEnd, attempt.length - headEnd);
        }
        return request.toByteArray();
    }

    private static String path(URI uri) {
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        String all = uri.getRawQuery() == null ? path : path + "?" + uri.getRawQuery();
        return URI.create(all).toASCIIString();
    }

    /** The position of the body. */
    private static int headEnd(Attempt attempt) {
        int at = 4;
        while (attempt.request[at - 4] != '\r' || attempt.request[at - 2] != '\r') {
            at++;
        }
        return at;
    }

    /** Closes the connections to other servers that belong to a connection to the target. */
    void disconnect(NioConnection home) {
        Map<Target, NioConnection> own = others.remove(home);
        if (own != null) {
            own.values().forEach(link::close);
        }
    }

    /** Performs an action with each connection to another server than the target. */
    void forEach(Consumer<NioConnection> action) {
        others.values().forEach(own -> own.values().forEach(action));
    }
}
