package io.github.swipestorm.client.transport.httpclient;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Header;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.transport.TransportSettings;
import io.github.swipestorm.client.transport.http1.RequestEncoder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;

/**
 * HttpClient's form of requests. There is one object per operation, whose path, varying headers and body change between
 * requests; everything else is created once. For one connection, which sends one request at a time.
 */
final class ClassicRequests {

    private final String basePath;
    private final ClassicHttpRequest[] requests;
    private final int[] lengths;
    /** The names of the headers that varied in the last request of each operation. */
    private final List<List<String>> varied;

    ClassicRequests(TransportSettings settings) {
        int count = settings.operations().size();
        basePath = settings.target().basePath();
        requests = new ClassicHttpRequest[count];
        lengths = new int[count];
        varied = new ArrayList<>(Collections.nCopies(count, List.of()));
        for (Operation operation : settings.operations()) {
            requests[operation.id()] = request(operation, settings);
            lengths[operation.id()] = -1;
        }
    }

    private static ClassicHttpRequest request(Operation operation, TransportSettings settings) {
        // A constructor that takes the path as one string would parse it as a URI each time.
        ClassicHttpRequest request = new BasicClassicHttpRequest(
                operation.method(),
                ChainedTransport.host(settings.target()),
                settings.target().basePath() + operation.path());
        RequestEncoder.headers(operation, settings).forEach(header -> request.addHeader(header.name(), bytes(header)));
        return request;
    }

    /** The value of a header for HttpClient, which sends each character as one byte: that of the UTF-8. */
    static String bytes(Header header) {
        return new String(header.value().getBytes(UTF_8), ISO_8859_1);
    }

    /** The request in HttpClient's form; valid until the next call. */
    ClassicHttpRequest of(ComposedRequest request) {
        int id = request.operation().id();
        ClassicHttpRequest http = requests[id];
        if (request.pathLength() > 0) {
            http.setPath(basePath + new String(request.path(), 0, request.pathLength(), ISO_8859_1));
        }
        List<String> before = varied.get(id);
        List<String> names = setVaryingHeaders(http, request);
        if (before != names) {
            before.stream().filter(name -> !names.contains(name)).forEach(http::removeHeaders);
            varied.set(id, names);
        }
        if (request.operation().sendsBody()) {
            int length = request.bodyLength();
            if (lengths[id] != length) {
                http.setHeader(HttpHeaders.CONTENT_LENGTH, length);
                lengths[id] = length;
            }
            http.setEntity(new ByteArrayEntity(request.body(), 0, length, null));
        }
        return http;
    }

    /** Sets the headers of a request that vary, each in place of one of the same name; returns their names. */
    static List<String> setVaryingHeaders(HttpRequest http, ComposedRequest request) {
        if (request.headersLength() == 0) {
            return List.of();
        }
        List<String> names = new ArrayList<>();
        for (String line : new String(request.headers(), 0, request.headersLength(), ISO_8859_1).split("\r\n")) {
            int colon = line.indexOf(':');
            Header header = new Header(line.substring(0, colon), line.substring(colon + 1));
            http.setHeader(header.name(), header.value());
            names.add(header.name());
        }
        return names;
    }
}
