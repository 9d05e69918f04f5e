package io.github.swipestorm.client.transport.httpclient;

import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.transport.BlockingTransport;
import io.github.swipestorm.client.transport.Connection;
import io.github.swipestorm.client.transport.HttpFeatures;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.transport.TransportSettings;
import io.github.swipestorm.client.transport.http1.RequestEncoder;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.ChainElement;
import org.apache.hc.client5.http.impl.DefaultClientConnectionReuseStrategy;
import org.apache.hc.client5.http.impl.DefaultRedirectStrategy;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.utils.URIUtils;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.ProtocolException;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/**
 * HttpClient 5 with its execution chain, for plans that use a proxy, credentials or redirects. All other features of
 * the chain are disabled: an attempt is one request at the server, plus one for each redirect that is followed. There
 * are no retries, decompression, cookies or responses to authentication challenges.
 */
public final class ChainedTransport implements BlockingTransport {

    private final TransportSettings settings;
    private final TlsSockets tls;
    private final PoolingHttpClientConnectionManager manager;
    private final CloseableHttpClient client;
    private final RequestEncoder encoder;
    private final Watchdog watchdog;
    private final Set<ChainedConnection> open = ConcurrentHashMap.newKeySet();

    public ChainedTransport(TransportSettings settings) {
        this.settings = settings;
        this.watchdog = new Watchdog(settings.clock());
        this.tls = new TlsSockets(settings.choice().tls(), settings.clock(), settings.onConnect());
        this.manager = ConnectionPool.open(settings, tls);
        this.encoder = new RequestEncoder(settings);
        this.client = client(settings, manager, tls);
    }

    @Override
    public Connection open() {
        ChainedConnection connection = new ChainedConnection(settings, encoder, client, tls, watchdog, open::remove);
        open.add(connection);
        return connection;
    }

    @Override
    public void close() {
        watchdog.close();
        open.forEach(ChainedConnection::cut);
        manager.close(CloseMode.IMMEDIATE);
        client.close(CloseMode.IMMEDIATE);
    }

    /** HttpClient's own strategy forgets the path when a redirect has only a query. */
    private static final class Redirects extends DefaultRedirectStrategy {

        @Override
        public URI getLocationURI(HttpRequest request, HttpResponse response, HttpContext context)
                throws HttpException {
            String location = response.getFirstHeader(HttpHeaders.LOCATION).getValue();
            try {
                return URIUtils.resolve(request.getUri(), new URI(location));
            } catch (URISyntaxException | IllegalArgumentException e) {
                throw new ProtocolException("Invalid redirect URI: " + location, e);
            }
        }
    }

    /** A target or a proxy as an HttpClient host. */
    static HttpHost host(Target target) {
        return new HttpHost(target.scheme(), target.host(), target.port());
    }

    private static CloseableHttpClient client(
            TransportSettings settings, PoolingHttpClientConnectionManager manager, TlsSockets tls) {
        TransportChoice choice = settings.choice();
        HttpFeatures features = choice.features();
        HttpClientBuilder builder = HttpClientBuilder.create()
                .setConnectionManager(manager)
                .setRequestExecutor(new UnsolicitedDataCheck(tls))
                .setDefaultRequestConfig(RequestConfig.custom()
                        .setConnectionRequestTimeout(
                                Timeout.of(settings.timeouts().connect()))
                        .setRedirectsEnabled(features.followRedirects())
                        .setMaxRedirects(HttpFeatures.MOST_REDIRECTS)
                        // Credentials are sent preemptively; responding to a challenge would be a second, hidden
                        // request.
                        .setAuthenticationEnabled(false)
                        .setProtocolUpgradeEnabled(false)
                        .build())
                .disableAutomaticRetries()
                .disableCookieManagement()
                .disableContentCompression()
                .disableAuthCaching()
                .setUserAgent(RequestEncoder.USER_AGENT)
                .addRequestInterceptorLast(new ChainedHeaders(host(settings.target()), choice))
                .setConnectionReuseStrategy((request, response, context) -> choice.keepAlive()
                        && DefaultClientConnectionReuseStrategy.INSTANCE.keepAlive(request, response, context))
                // For ever, regardless of the server's Keep-Alive header: the server ends the connection by closing it.
                .setKeepAliveStrategy((response, context) -> TimeValue.NEG_ONE_MILLISECOND)
                .addExecInterceptorBefore(
                        ChainElement.CONNECT.name(),
                        "approach",
                        (request, scope, chain) -> ChainedConnection.of(scope).approach(request, scope, chain))
                .addExecInterceptorBefore(
                        ChainElement.MAIN_TRANSPORT.name(),
                        "arrive",
                        (request, scope, chain) -> ChainedConnection.of(scope).arrive(request, scope, chain));
        if (features.followRedirects()) {
            builder.setRedirectStrategy(new Redirects());
        } else {
            builder.disableRedirectHandling();
        }
        features.proxy().ifPresent(proxy -> builder.setProxy(host(proxy)));
        return builder.build();
    }
}
