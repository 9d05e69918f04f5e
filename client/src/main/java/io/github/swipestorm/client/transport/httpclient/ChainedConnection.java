package io.github.swipestorm.client.transport.httpclient;

import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.transport.Connection;
import io.github.swipestorm.client.transport.ConnectionListener;
import io.github.swipestorm.client.transport.FailureClassifier;
import io.github.swipestorm.client.transport.Timeouts;
import io.github.swipestorm.client.transport.TransportSettings;
import io.github.swipestorm.client.transport.http1.RequestEncoder;
import java.io.IOException;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.HttpStatus;
import org.apache.hc.core5.http.message.BasicClassicHttpResponse;
import org.apache.hc.core5.util.TimeValue;

/**
 * One worker's access to HttpClient's execution chain. It is the state object of its pooled connection, so that no
 * other worker leases that connection, and it intercepts the chain: errors before and after the connection is
 * established are different failures with different time-outs.
 */
final class ChainedConnection implements Connection {

    private final TransportSettings settings;
    private final RequestEncoder encoder;
    private final CloseableHttpClient client;
    private final TlsSockets.Worker tlsWorker;
    private final Watchdog watchdog;
    private final Watchdog.Deadline deadline;
    private final Consumer<ChainedConnection> onClose;
    private final ConnectionListener onConnect;
    private final HttpHost home;
    private final ChainedRequests requests;
    private final BodyCounter body = new BodyCounter(this::cut);
    private volatile HttpUriRequestBase current;

    /** Whether the chain runs only to establish the connection. */
    private boolean connectOnly;
    /** The route of the current hop. */
    private HttpRoute route;
    /** Whether the connection of the current hop is established. */
    private boolean arrived;
    /** Whether the next request needs a new connection. */
    private boolean disconnected;
    /** When connecting for the current hop began. */
    private long begun;
    /** Whether the current hop had no connection yet. */
    private boolean fresh;
    /** Whether the attempt's first request was sent. */
    private boolean underWay;
    /** When the attempt's first request was sent. */
    private long sent;
    /** When the head of the last response of the attempt had arrived. */
    private long headArrived;

    private int sentBytes;

    ChainedConnection(
            TransportSettings settings,
            RequestEncoder encoder,
            CloseableHttpClient client,
            TlsSockets tls,
            Watchdog watchdog,
            Consumer<ChainedConnection> onClose) {
        this.settings = settings;
        this.encoder = encoder;
        this.client = client;
        this.tlsWorker = tls.worker();
        this.watchdog = watchdog;
        this.onClose = onClose;
        this.onConnect = settings.onConnect();
        this.home = ChainedTransport.host(settings.target());
        this.requests = new ChainedRequests(settings);
        this.deadline = watchdog.register(this::cut);
    }

    /** The connection for which the chain is running. */
    static ChainedConnection of(ExecChain.Scope scope) {
        return (ChainedConnection) scope.clientContext.getUserToken();
    }

    /** The headers that the first request of the current attempt was given. */
    Header[] headers() {
        return current.getHeaders();
    }

    @Override
    public Optional<Failure> connect() {
        connectOnly = true;
        Outcome outcome = run(requests.unsent(), settings.operations().get(0));
        return outcome instanceof Failure failure ? Optional.of(failure) : Optional.empty();
    }

    @Override
    public void disconnect() {
        disconnected = true;
    }

    @Override
    public Outcome send(ComposedRequest request) {
        connectOnly = false;
        headArrived = NOT_NOTED;
        sentBytes = encoder.length(request);
        return run(requests.of(request), request.operation());
    }

    @Override
    public long headArrived() {
        return headArrived;
    }

    @Override
    public int sentBytes() {
        return sentBytes;
    }

    private Outcome run(HttpUriRequestBase request, Operation operation) {
        current = request;
        route = new HttpRoute(home);
        arrived = false;
        underWay = false;
        Outcome outcome;
        try {
            outcome = exchange(request, operation);
        } catch (IOException | HttpException | RuntimeException e) {
            outcome = arrived ? FailureClassifier.afterConnecting(e) : whileConnecting(e);
        } catch (OutOfMemoryError e) {
            outcome = new Failure(FailureKind.CLIENT_LIMIT, String.valueOf(e.getMessage()));
        }
        // A response that was complete just before the cut still counts.
        return deadline.clear() && outcome instanceof Failure ? late() : outcome;
    }

    /** Only the first hop's name is resolved here, and TLS is spoken only with the last hop. */
    private Failure whileConnecting(Exception e) {
        HttpHost first = route.getProxyHost() == null ? route.getTargetHost() : route.getProxyHost();
        return FailureClassifier.whileConnecting(
                e, first.getHostName(), route.getTargetHost().toURI());
    }

    private Failure late() {
        return underWay
                ? new Failure(FailureKind.TIMEOUT, "no complete answer within the time-out")
                : FailureClassifier.tooLate();
    }

    private Outcome exchange(HttpUriRequestBase request, Operation operation) throws IOException, HttpException {
        // A new context each time: the chain stores what it learned from the last response in it.
        HttpClientContext context = HttpClientContext.create();
        context.setUserToken(this);
        TlsSockets.assign(context, tlsWorker);
        try (ClassicHttpResponse response = client.executeOpen(home, request, context)) {
            if (!connectOnly) {
                headArrived = settings.clock().nanoTime();
                deadline.set(sent + settings.timeouts().total().toNanos());
            }
            return body.read(response, operation);
        }
    }

    /** Runs before the chain's connect element, for each hop of redirects. */
    ClassicHttpResponse approach(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        route = scope.route;
        arrived = false;
        begun = settings.clock().nanoTime();
        // The next element would do this too; here it shows whether a connection already existed.
        scope.execRuntime.acquireEndpoint(scope.exchangeId, route, this, scope.clientContext);
        if (disconnected && scope.execRuntime.isEndpointConnected()) {
            scope.execRuntime.disconnectEndpoint();
        }
        disconnected = false;
        fresh = !scope.execRuntime.isEndpointConnected();
        if (fresh && !underWay) {
            // HttpClient's own time-out applies to each address and each read of a TLS handshake, but not to a proxy
            // that does not respond to CONNECT.
            deadline.set(begun + settings.timeouts().connect().toNanos());
        }
        ClassicHttpResponse response = chain.proceed(request, scope);
        if (!arrived) {
            // This is the proxy's response to CONNECT, which must be neither counted nor followed like a server's
            // response.
            response.close();
            throw new HttpException("the proxy refused the tunnel: CONNECT was answered with " + response.getCode());
        }
        return response;
    }

    /** Runs when the hop's connection is established, including tunnel and TLS. */
    ClassicHttpResponse arrive(ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
            throws IOException, HttpException {
        long now = settings.clock().nanoTime();
        arrived = true;
        if (fresh) {
            onConnect.connected(now - begun);
        }
        if (connectOnly) {
            scope.execRuntime.markConnectionReusable(this, TimeValue.NEG_ONE_MILLISECOND);
            scope.execRuntime.releaseEndpoint();
            return new BasicClassicHttpResponse(HttpStatus.SC_NO_CONTENT);
        }
        if (!underWay) {
            underWay = true;
            sent = now;
            Timeouts timeouts = settings.timeouts();
            deadline.set(now
                    + Math.min(timeouts.response().toNanos(), timeouts.total().toNanos()));
        }
        return chain.proceed(request, scope);
    }

    /** Ends the attempt in flight immediately, from any thread, and closes its connection. */
    void cut() {
        HttpUriRequestBase request = current;
        if (request != null) {
            request.cancel();
        }
    }

    /** Ends the attempt in flight. An idle connection stays in the pool until the transport closes. */
    @Override
    public void close() {
        cut();
        watchdog.unregister(deadline);
        onClose.accept(this);
    }
}
