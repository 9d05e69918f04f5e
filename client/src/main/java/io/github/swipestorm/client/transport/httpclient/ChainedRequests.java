package io.github.swipestorm.client.transport.httpclient;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.transport.TransportSettings;
import java.net.URI;
import java.util.Arrays;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;

/**
 * Requests in the form that HttpClient's chain takes, each of which can be cancelled. {@link ChainedHeaders} completes
 * their headers.
 */
final class ChainedRequests {

    private final String base;
    private final URI[] uris;

    ChainedRequests(TransportSettings settings) {
        Target target = settings.target();
        base = target.scheme() + "://" + target.hostHeader() + target.basePath();
        // A path that varies is known only with each request.
        uris = settings.operations().stream()
                .map(operation -> URI.create(operation.pathVaries() ? base : base + operation.path()))
                .toArray(URI[]::new);
    }

    HttpUriRequestBase of(ComposedRequest request) {
        Operation operation = request.operation();
        URI uri = request.pathLength() == 0
                ? uris[operation.id()]
                : URI.create(base + new String(request.path(), 0, request.pathLength(), ISO_8859_1));
        HttpUriRequestBase http = new HttpUriRequestBase(operation.method(), uri);
        operation.headers().forEach(header -> http.addHeader(header.name(), ClassicRequests.bytes(header)));
        ClassicRequests.setVaryingHeaders(http, request);
        if (operation.sendsBody()) {
            // A copy: redirects may send it again while the next request is already composed.
            byte[] body = Arrays.copyOf(request.body(), request.bodyLength());
            http.setEntity(new ByteArrayEntity(body, null));
        }
        return http;
    }

    /** A placeholder request for running the chain without sending. */
    HttpUriRequestBase unsent() {
        return new HttpUriRequestBase("GET", URI.create(base));
    }
}
