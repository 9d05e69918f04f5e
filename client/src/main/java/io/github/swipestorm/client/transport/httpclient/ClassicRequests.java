package io.github.swipestorm.client.transport.httpclient;

import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.transport.TransportSettings;
import io.github.swipestorm.client.transport.http1.RequestEncoder;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;

/**
 * HttpClient's form of requests. There is one object per operation, whose body changes between requests; everything
 * else is created once. For one connection, which sends one request at a time.
 */
final class ClassicRequests {

    private final ClassicHttpRequest[] requests;
    private final ContentType[] contentTypes;
    private final int[] lengths;

    ClassicRequests(TransportSettings settings) {
        int count = settings.operations().size();
        requests = new ClassicHttpRequest[count];
        contentTypes = new ContentType[count];
        lengths = new int[count];
        for (Operation template : settings.operations()) {
            requests[template.id()] = request(template, settings);
            contentTypes[template.id()] =
                    template.contentType() == null ? null : ContentType.parse(template.contentType());
            lengths[template.id()] = -1;
        }
    }

    private static ClassicHttpRequest request(Operation template, TransportSettings settings) {
        // A constructor that takes the path as one string would parse it as a URI each time.
        ClassicHttpRequest request = new BasicClassicHttpRequest(
                template.method(),
                new HttpHost(
                        settings.target().scheme(),
                        settings.target().host(),
                        settings.target().port()),
                settings.target().basePath() + template.path());
        request.setHeader(HttpHeaders.HOST, settings.target().hostHeader());
        request.setHeader(HttpHeaders.USER_AGENT, RequestEncoder.USER_AGENT);
        if (!settings.choice().keepAlive()) {
            request.setHeader(HttpHeaders.CONNECTION, "close");
        }
        if (template.contentType() != null) {
            request.setHeader(HttpHeaders.CONTENT_TYPE, template.contentType());
        }
        return request;
    }

    /** The request in HttpClient's form; valid until the next call. */
    ClassicHttpRequest of(Request request) {
        int id = request.template().id();
        ClassicHttpRequest http = requests[id];
        if (contentTypes[id] != null) {
            int length = request.body().length;
            if (lengths[id] != length) {
                http.setHeader(HttpHeaders.CONTENT_LENGTH, length);
                lengths[id] = length;
            }
            http.setEntity(new ByteArrayEntity(request.body(), contentTypes[id]));
        }
        return http;
    }
}
