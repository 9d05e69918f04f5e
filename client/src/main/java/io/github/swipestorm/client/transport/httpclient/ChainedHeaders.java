package io.github.swipestorm.client.transport.httpclient;

import io.github.swipestorm.client.transport.TransportChoice;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.EntityDetails;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpRequestInterceptor;
import org.apache.hc.core5.http.message.BasicHeader;
import org.apache.hc.core5.http.protocol.HttpContext;

/**
 * Last request interceptor: restores the headers and their order of {@link ClassicTransport}, plus {@code Authorization},
 * so that both HttpClient paths send identical requests. Thread-safe.
 */
final class ChainedHeaders implements HttpRequestInterceptor {

    private static final String[] FIRST = {
        HttpHeaders.HOST, HttpHeaders.USER_AGENT, HttpHeaders.AUTHORIZATION, HttpHeaders.CONNECTION
    };
    /** Headers that only the target receives, wherever redirects lead. */
    private static final List<String> SECRET = List.of(HttpHeaders.AUTHORIZATION, HttpHeaders.COOKIE);

    private final HttpHost home;
    private final boolean keepAlive;
    private final Optional<Header> authorization;

    /** @param home the only host that receives the credentials, wherever redirects lead */
    ChainedHeaders(HttpHost home, TransportChoice choice) {
        this.home = home;
        this.keepAlive = choice.keepAlive();
        this.authorization = choice.features()
                .credentials()
                .map(both -> new BasicHeader(HttpHeaders.AUTHORIZATION, both.authorization(), true));
    }

    @Override
    public void process(HttpRequest request, EntityDetails entity, HttpContext context) {
        request.removeHeaders(HttpHeaders.CONNECTION);
        if (!keepAlive) {
            request.setHeader(HttpHeaders.CONNECTION, "close");
        }
        if (!home.equals(HttpClientContext.cast(context).getHttpRoute().getTargetHost())) {
            SECRET.forEach(request::removeHeaders);
        } else if (!request.containsHeader(HttpHeaders.AUTHORIZATION)) {
            authorization.ifPresent(request::setHeader);
        }
        request.setHeaders(Stream.of(
                        Stream.of(FIRST).flatMap(name -> Stream.of(request.getHeaders(name))),
                        Stream.of(request.getHeaders()).filter(header -> !inOrder(header.getName())),
                        Stream.of(request.getHeaders(HttpHeaders.CONTENT_LENGTH)))
                .flatMap(headers -> headers)
                .toArray(Header[]::new));
    }

    private static boolean inOrder(String name) {
        return HttpHeaders.CONTENT_LENGTH.equalsIgnoreCase(name)
                || Stream.of(FIRST).anyMatch(name::equalsIgnoreCase);
    }
}
