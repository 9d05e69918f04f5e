package io.github.swipestorm.client.transport.nio;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.transport.FailureClassifier;
import io.github.swipestorm.client.transport.HttpFeatures;
import io.github.swipestorm.client.transport.http1.ResponseCapture;
import io.github.swipestorm.client.transport.http2.StreamListener;
import io.github.swipestorm.client.transport.wire.WireEncoder;
import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.hc.client5.http.utils.URIUtils;

/**
 * Follows redirects within their attempts: RFC 9110, section 15.4. Requests to other servers than the target go over
 * further connections, which each worker has of its own and which are made when they are needed. Confined to the loop's
 * thread.
 */
final class NioRedirects implements StreamListener {

    /** How a loop sends the next request of an attempt. */
    interface Link {

        /** The connection to the target that has a number. */
        NioConnection home(int number);

        /** A connection to another server, which is not established yet. */
        NioConnection open(Target origin);

        /** A connection, or the one that takes its place when it takes no more requests. */
        NioConnection current(NioConnection connection);

        /** Sends the request on a connection without streams. */
        void goOn(NioConnection on, int slot, Next next);

        /** Sends it on a stream, as soon as there is one. */
        void goOnOnStream(int slot);

        void close(NioConnection connection);
    }

    /** Headers that only the target receives, wherever redirects lead. */
    private static final Set<String> SECRET = Set.of("authorization", "cookie");

    /**
     * The next request of an attempt.
     *
     * @param encoded as in HTTP/1.1
     * @param bodyAt where its body begins
     * @param origin to which it goes
     * @param sent when the first request of the attempt was sent
     */
    record Next(Operation operation, byte[] encoded, int bodyAt, Target origin, long sent) {}

    /** The attempt of a slot. */
    private static final class Attempt {

        /** Number of its connection to the target. */
        private int home;
        /** Its first request, encoded. */
        private byte[] request = new byte[512];

        private int length;
        /** How many bytes it took; 0 while it has not been sent. */
        private int took;

        private long sent;
        private final Set<URI> visited = new HashSet<>();
        /** Where its last request went; null while that is where the first one went. */
        private URI at;
        /** Null while that is the first one. */
        private Next next;

        /** Whether its requests no longer have the method and the body of the first one. */
        private boolean get;
    }

    private final Target target;
    private final boolean forwarded;
    private final WireEncoder encoder;
    private final NioOutcomes outcomes;
    private final Link link;
    /** By slot. */
    private Attempt[] attempts = new Attempt[16];
    /** The connections to other servers, by the worker's connection to the target; those used last come last. */
    private final Map<Integer, Map<Target, NioConnection>> others = new HashMap<>();

    /** @param forwarded whether a proxy forwards requests in clear text, for which it needs their whole URL */
    NioRedirects(Target target, boolean forwarded, WireEncoder encoder, NioOutcomes outcomes, Link link) {
        this.target = target;
        this.forwarded = forwarded;
        this.encoder = encoder;
        this.outcomes = outcomes;
        this.link = link;
    }

    /**
     * An attempt begins: keeps its request, of which the buffers may be reused.
     *
     * @param home number of its connection to the target
     */
    void begin(int home, int slot, ComposedRequest request, long nanos) {
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
        attempt.next = null;
        attempt.get = false;
    }

    /** The first request of an attempt was sent on a stream: its time-outs start now. */
    void sent(int slot, long nanos, int bytes) {
        attempts[slot].sent = nanos;
        attempts[slot].took = bytes;
    }

    /** How many bytes the first request of an attempt took. */
    int took(int slot) {
        return attempts[slot].took;
    }

    /** The request that the attempt of a slot has come to; null while that is its first one. */
    Next next(int slot) {
        return attempts[slot].next;
    }

    /** The connection for the next request of an attempt. */
    NioConnection connection(int slot) {
        Attempt attempt = attempts[slot];
        Target origin = attempt.next.origin;
        return isHome(origin) ? link.home(attempt.home) : other(attempt.home, origin);
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
        attempt.sent = sent(attempt, connection);
        outcomes.goesOn(connection, keep);
        String problem = move(attempt, operation, status, location);
        if (problem == null) {
            link.goOn(connection(slot), slot, attempt.next);
        } else {
            outcomes.fail(slot, FailureClassifier.protocol(problem));
        }
    }

    @Override
    public void redirected(int slot, Operation operation, int status, String location) {
        String problem = move(attempts[slot], operation, status, location);
        if (problem == null) {
            outcomes.goesOn();
            link.goOnOnStream(slot);
        } else {
            outcomes.failed(slot, FailureClassifier.protocol(problem));
        }
    }

    @Override
    public void headArrived(int slot) {
        outcomes.headArrived(slot);
    }

    @Override
    public void answered(int slot, Operation operation, int status, long bytes, ResponseCapture capture) {
        outcomes.answered(slot, operation, status, bytes, capture);
    }

    @Override
    public void failed(int slot, Failure failure) {
        outcomes.failed(slot, failure);
    }

    @Override
    public void unprocessed(int slot, String why) {
        outcomes.unprocessed(slot, why);
    }

    /** Determines the next request of an attempt; returns why there is none, or null. */
    private String move(Attempt attempt, Operation operation, int status, String location) {
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
        attempt.next = request(attempt, operation, origin(to));
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

    private NioConnection other(int home, Target origin) {
        Map<Target, NioConnection> own = others.computeIfAbsent(home, unused -> new LinkedHashMap<>(16, 0.75f, true));
        NioConnection known = own.get(origin);
        if (known == null) {
            closeOldest(own);
        }
        NioConnection current = known == null ? link.open(origin) : link.current(known);
        own.put(origin, current);
        return current;
    }

    /** However many servers there are, few connections to them stay open. */
    private void closeOldest(Map<Target, NioConnection> own) {
        Iterator<NioConnection> oldest = own.values().iterator();
        while (own.size() >= HttpFeatures.MOST_REDIRECTS && oldest.hasNext()) {
            NioConnection connection = oldest.next();
            if (connection.isIdle()) {
                link.close(connection);
                oldest.remove();
            }
        }
    }

    /** The next request of an attempt: the first one, as far as it suits the place where it goes. */
    private Next request(Attempt attempt, Operation operation, Target to) {
        boolean home = isHome(to);
        int headEnd = headEnd(attempt);
        String[] lines = new String(attempt.request, 0, headEnd, ISO_8859_1).split("\r\n");
        StringBuilder head = new StringBuilder(attempt.get ? "GET" : method(attempt))
                .append(' ')
                .append(forwarded && !to.secure() ? to.scheme() + "://" + to.hostHeader() : "")
                .append(path(attempt.at))
                .append(" HTTP/1.1\r\n");
        for (int i = 1; i < lines.length; i++) {
            String name = lines[i].substring(0, lines[i].indexOf(':')).toLowerCase(Locale.ROOT);
            if (name.equals("host") && !home) {
                head.append("Host: ").append(to.hostHeader()).append("\r\n");
            } else if ((home || !SECRET.contains(name)) && !(attempt.get && name.startsWith("content-"))) {
                head.append(lines[i]).append("\r\n");
            }
        }
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.writeBytes(head.append("\r\n").toString().getBytes(ISO_8859_1));
        int bodyAt = request.size();
        if (!attempt.get) {
            request.write(attempt.request, headEnd, attempt.length - headEnd);
        }
        return new Next(operation, request.toByteArray(), bodyAt, to, attempt.sent);
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
    void disconnect(int home) {
        Map<Target, NioConnection> own = others.getOrDefault(home, Map.of());
        own.values().removeIf(connection -> {
            link.close(connection);
            return !connection.isOpen();
        });
    }

    /** Performs an action with each connection to another server than the target. */
    void forEach(Consumer<NioConnection> action) {
        // The action may send a request that leads elsewhere.
        for (Map<Target, NioConnection> own : List.copyOf(others.values())) {
            List.copyOf(own.values()).forEach(action);
        }
    }
}
