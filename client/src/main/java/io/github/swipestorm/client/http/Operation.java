package io.github.swipestorm.client.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A named kind of request, such as {@code list albums}: what its requests have in common, and which responses are ok.
 *
 * @param id its index in the workload's list of operations, from 0
 * @param name for reports, without secrets; unique in the workload
 * @param method in upper case
 * @param path below the target's base path, beginning with a slash; with a query if it has one. Where it varies between
 *     requests, this is the form that reports show
 * @param headers that every request has, sent in UTF-8; one of the same name replaces {@code Host} or {@code User-Agent}
 * @param sendsBody whether requests have a body, possibly an empty one: they then have a {@code Content-Length}
 * @param expected the statuses of an ok response
 * @param checks what else an ok response must be
 * @param pathVaries whether every request has a path of its own
 * @param framing how answers end, of an operation over plain TCP; null for one of HTTP
 */
public record Operation(
        int id,
        String name,
        String method,
        String path,
        List<Header> headers,
        boolean sendsBody,
        StatusSet expected,
        List<Check> checks,
        boolean pathVaries,
        Framing framing) {

    /** The method of operations over plain TCP. */
    public static final String TCP = "TCP";

    /** @throws IllegalArgumentException with a user-facing message when it sets a header that the transport sets */
    public Operation {
        for (Header header : headers) {
            if (header.ofTransport()) {
                throw new IllegalArgumentException(
                        "The header '" + header.name() + "' is set by the transport itself: leave it out");
            }
        }
        headers = List.copyOf(headers);
        checks = List.copyOf(checks);
    }

    /** An operation of HTTP. */
    public Operation(
            int id,
            String name,
            String method,
            String path,
            List<Header> headers,
            boolean sendsBody,
            StatusSet expected,
            List<Check> checks,
            boolean pathVaries) {
        this(id, name, method, path, headers, sendsBody, expected, checks, pathVaries, null);
    }

    /** An operation over plain TCP: its requests are their bodies, and any answer that passes the checks is ok. */
    public static Operation overTcp(int id, String name, Framing framing, List<Check> checks) {
        return new Operation(id, name, TCP, "", List.of(), true, StatusSet.NONE, checks, false, framing);
    }

    /** An operation whose requests have its path, unless they have one of their own. */
    public Operation(
            int id,
            String name,
            String method,
            String path,
            List<Header> headers,
            boolean sendsBody,
            StatusSet expected,
            List<Check> checks) {
        this(id, name, method, path, headers, sendsBody, expected, checks, false);
    }

    /**
     * An operation that is named after its method and path, and whose ok responses have a 2xx status.
     *
     * @param contentType of the body, or null when requests have none
     */
    public Operation(int id, String method, String path, String contentType) {
        this(
                id,
                Redaction.of(method + " " + path),
                method,
                path,
                contentType == null ? List.of() : List.of(new Header("Content-Type", contentType)),
                contentType != null,
                StatusSet.SUCCESSFUL,
                List.of());
    }

    /** Whether its requests go over plain TCP, not HTTP. */
    public boolean overTcp() {
        return framing != null;
    }

    /** Whether its requests get no answer. */
    public boolean expectsNoAnswer() {
        return framing != null && framing.kind() == Framing.Kind.NO_ANSWER;
    }

    /** The value of a header that every request has, ignoring the case of its name. */
    public Optional<String> header(String header) {
        return headers.stream()
                .filter(each -> each.is(header))
                .map(Header::value)
                .findFirst();
    }

    /** The headers that a transport sends for it, in order: its own after the transport's defaults that it keeps. */
    public List<Header> withDefaults(List<Header> defaults) {
        List<Header> all = new ArrayList<>(defaults);
        all.removeIf(usual -> header(usual.name()).isPresent());
        all.addAll(headers);
        return all;
    }

    /** Whether a check reads the headers of responses. */
    public boolean readsHeaders() {
        // Asked for each response: without a stream, which would allocate.
        for (int i = 0; i < checks.size(); i++) {
            if (checks.get(i).readsHeaders()) {
                return true;
            }
        }
        return false;
    }

    /** Whether a check reads the bodies of responses. */
    public boolean readsBody() {
        for (int i = 0; i < checks.size(); i++) {
            if (checks.get(i).readsBody()) {
                return true;
            }
        }
        return false;
    }

    /** Judges a complete response, of which the parts that checks read were kept. */
    public Response judge(ReceivedResponse response) {
        boolean as = expected.contains(response.status());
        Optional<String> problem = !as
                ? Optional.empty()
                : checks.stream()
                        .flatMap(check -> check.problem(response).stream())
                        .findFirst();
        return new Response(
                response.status(),
                response.bytes(),
                as,
                problem.orElse(null),
                checks.stream().anyMatch(Check::keepsResponse) ? response.copy() : null);
    }
}
