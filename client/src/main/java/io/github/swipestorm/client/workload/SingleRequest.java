package io.github.swipestorm.client.workload;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.swipestorm.client.http.Header;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Redaction;
import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.http.StatusSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/** One request, repeated. Immutable. */
public final class SingleRequest implements Workload {

    /** Methods whose requests have a length even when their body is empty: RFC 9110, section 8.6. */
    private static final Set<String> WITH_BODY = Set.of("POST", "PUT", "PATCH");

    private final String method;
    private final String path;
    private final List<Header> headers;
    private final byte[] body;
    private final StatusSet expected;
    private final List<String> hidden;

    private SingleRequest(
            String method, String path, List<Header> headers, byte[] body, StatusSet expected, List<String> hidden) {
        this.method = method;
        this.path = path;
        this.headers = List.copyOf(headers);
        this.body = body;
        this.expected = expected;
        this.hidden = List.copyOf(hidden);
    }

    /**
     * A request without a body and without headers of its own.
     *
     * @param method any case
     * @param path below the target's base path, beginning with a slash; may have a query. Characters that a request line
     *     cannot contain are percent-encoded
     * @throws IllegalArgumentException with a user-facing message when it is not a request that can be sent
     */
    public static SingleRequest of(String method, String path) {
        String upper = method.toUpperCase(Locale.ROOT);
        if (!upper.matches("[A-Z][A-Z0-9_-]*") || upper.equals("CONNECT")) {
            throw new IllegalArgumentException(
                    "'" + method + "' is not a method that can be sent: use one such as GET");
        }
        if (!path.startsWith("/")) {
            throw new IllegalArgumentException("'" + path + "' is not a path: it must begin with a slash");
        }
        return new SingleRequest(upper, encoded(path), List.of(), new byte[0], StatusSet.SUCCESSFUL, List.of());
    }

    /** The same with another method. */
    public SingleRequest withMethod(String other) {
        return of(other, path).hiding(hidden).with(headers, body, expected);
    }

    /** The same with another path. */
    public SingleRequest withPath(String other) {
        return of(method, other).hiding(hidden).with(headers, body, expected);
    }

    private SingleRequest with(List<Header> otherHeaders, byte[] otherBody, StatusSet statuses) {
        return new SingleRequest(method, path, otherHeaders, otherBody, statuses, hidden);
    }

    /** A {@code GET} of a path. */
    public static SingleRequest get(String path) {
        return of("GET", path);
    }

    /** A {@code POST} of a body, sent in UTF-8, to a path. */
    public static SingleRequest post(String path, String contentType, String body) {
        return of("POST", path).withHeader("Content-Type", contentType).withBody(body.getBytes(UTF_8));
    }

    private static String encoded(String path) {
        StringBuilder all = new StringBuilder();
        for (byte b : path.getBytes(UTF_8)) {
            if (b <= ' ' || b == 0x7F || "\"<>\\^`{|}".indexOf(b) >= 0) {
                all.append(String.format(Locale.ROOT, "%%%02X", b & 0xFF));
            } else {
                all.append((char) b);
            }
        }
        return all.toString();
    }

    /**
     * The same with a further header; one of the same name as a default header replaces it.
     *
     * @throws IllegalArgumentException with a user-facing message when no request can contain it
     */
    public SingleRequest withHeader(String name, String value) {
        if (!value.chars().allMatch(c -> c < 0x80)) {
            throw new IllegalArgumentException(
                    "The header '" + name
                            + "' has characters beyond ASCII in its value, which servers read differently: percent-encode them");
        }
        List<Header> all = new ArrayList<>(headers);
        all.add(new Header(name, value));
        return with(all, body, expected);
    }

    /** The same without the headers of a name. */
    public SingleRequest withoutHeader(String name) {
        return with(headers.stream().filter(header -> !header.is(name)).toList(), body, expected);
    }

    /** The same with a body; the array is not copied. */
    public SingleRequest withBody(byte[] bytes) {
        return with(headers, bytes, expected);
    }

    /** The same, of which responses with these statuses are ok. */
    public SingleRequest expecting(StatusSet statuses) {
        return with(headers, body, statuses);
    }

    /** The same, of which no report contains these texts, such as a token in a header with a name of its own. */
    public SingleRequest hiding(Collection<String> secrets) {
        List<String> all = new ArrayList<>(hidden);
        all.addAll(secrets);
        return new SingleRequest(method, path, headers, body, expected, all);
    }

    @Override
    public List<String> secrets() {
        return Stream.concat(
                        hidden.stream(),
                        headers.stream()
                                .filter(Redaction::isSecret)
                                .map(Header::value)
                                // Without the scheme: a server may send back only what follows it.
                                .flatMap(value -> Stream.of(value, value.substring(value.lastIndexOf(' ') + 1))))
                .distinct()
                .toList();
    }

    /** Its method, in upper case. */
    public String method() {
        return method;
    }

    /** Its path below the target's base path, with its query. */
    public String path() {
        return path;
    }

    /** Its headers, without the transport's defaults. */
    public List<Header> headers() {
        return headers;
    }

    /** A copy of its body; empty when it has none. */
    public byte[] body() {
        return body.clone();
    }

    /** The statuses of an ok response. */
    public StatusSet expected() {
        return expected;
    }

    @Override
    public String name() {
        return "single-request";
    }

    @Override
    public List<Operation> operations() {
        return List.of(new Operation(
                0,
                toString(),
                method,
                path,
                headers,
                body.length > 0 || WITH_BODY.contains(method),
                expected,
                List.of()));
    }

    @Override
    public Requests requests(long seed) {
        Request request = new Request(operations().get(0), body);
        return Requests.of(index -> request);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SingleRequest request
                && request.method.equals(method)
                && request.path.equals(path)
                && request.headers.equals(headers)
                && Arrays.equals(request.body, body)
                && request.expected.equals(expected);
    }

    @Override
    public int hashCode() {
        return Objects.hash(method, path, headers, Arrays.hashCode(body), expected);
    }

    /** Its method and path, without secrets. */
    @Override
    public String toString() {
        return Redaction.of(method + " " + path, secrets());
    }
}
