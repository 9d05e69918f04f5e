package io.github.swipestorm.client.transport.httpclient;

import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.transport.TransportSettings;
import java.net.URI;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;

/**
 * Requests in the form that HttpClient's chain takes, each of which can be cancelled. {@link ChainedHeaders} adds their
 * headers.
 */
final class ChainedRequests {

    private final URI[] uris;
    private final ContentType[] contentTypes;

    ChainedRequests(TransportSettings settings) {
        Target target = settings.target();
        String base = target.scheme() + "://" + target.hostHeader() + target.basePath();
        uris = settings.operations().stream()
                .map(template -> URI.create(base + template.path()))
                .toArray(URI[]::new);
        contentTypes = settings.operations().stream()
                .map(Operation::contentType)
                .map(type -> type == null ? null : ContentType.parse(type))
                .toArray(ContentType[]::new);
    }

    HttpUriRequestBase of(Request request) {
        Operation template = request.template();
        HttpUriRequestBase http = new HttpUriRequestBase(template.method(), uris[template.id()]);
        if (template.contentType() != null) {
            http.setEntity(new ByteArrayEntity(request.body(), contentTypes[template.id()]));
        }
        return http;
    }

    /** A placeholder request for running the chain without sending. */
    HttpUriRequestBase unsent() {
        return new HttpUriRequestBase("GET", uris[0]);
    }
}
