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

    /** How the names of headers begin that describe a body. */
    private static final String BODY = "Content-";

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
        keepOfFirstRequest(
                request, (ChainedConnection) HttpClientContext.cast(context).getUserToken());
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

    /** A redirect that turns a request into a GET makes HttpClient forget all its headers, not only those of its body. */
    private static void keepOfFirstRequest(HttpRequest request, ChainedConnection connection) {
        Stream.of(connection.headers())
                .filter(header -> !header.getName().regionMatches(true, 0, BODY, 0, BODY.length())
                        && !request.containsHeader(header.getName()))
                // A header may occur more than once.
                .toList()
                .forEach(request::addHeader);
    }

    private static boolean inOrder(String name) {
        return HttpHeaders.CONTENT_LENGTH.equalsIgnoreCase(name)
                || Stream.of(FIRST).anyMatch(name::equalsIgnoreCase);
    }
}
