package io.github.swipestorm.client.transport.httpclient;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.transport.Connection;
import io.github.swipestorm.client.transport.ConnectionListener;
import io.github.swipestorm.client.transport.FailureClassifier;
import io.github.swipestorm.client.transport.Timeouts;
import io.github.swipestorm.client.transport.TransportSettings;
import io.github.swipestorm.client.transport.http1.RequestEncoder;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HeaderElements;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpVersion;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/** One worker's leased endpoint. */
final class ClassicConnection implements Connection {

    /** After this idle time the server may have sent unsolicited bytes. */
    private static final long IDLE_NANOS = 1_000_000;

    private static final String ID = "swipestorm";

    private final NanoClock clock;
    private final Target target;
    private final Timeouts timeouts;
    private final HttpClientConnectionManager manager;
    private final Watchdog watchdog;
    private final Watchdog.Deadline deadline;
    private final ConnectionListener onConnect;
    private final boolean keepAlive;
    private final Consumer<ClassicConnection> onClose;
    private final HttpRoute route;
    private final ClassicRequests requests;
    private final RequestEncoder encoder;
    private final HttpRequestExecutor executor = new HttpRequestExecutor();
    private final HttpRequestExecutor afterIdle;
    private final HttpClientContext context = HttpClientContext.create();
    private final BodyCounter body = new BodyCounter(this::cut);
    private volatile ConnectionEndpoint endpoint;
    private long lastEnd;
    private long headArrived;
    private int sentBytes;

    ClassicConnection(
            TransportSettings settings,
            RequestEncoder encoder,
            HttpClientConnectionManager manager,
            TlsSockets tls,
            Watchdog watchdog,
            Consumer<ClassicConnection> onClose) {
        this.clock = settings.clock();
        this.target = settings.target();
        this.timeouts = settings.timeouts();
        this.onConnect = settings.onConnect();
        this.keepAlive = settings.choice().keepAlive();
        this.manager = manager;
        this.afterIdle = new UnsolicitedDataCheck(tls);
        this.watchdog = watchdog;
        this.onClose = onClose;
        TlsSockets.assign(context, tls.worker());
        this.route = new HttpRoute(ChainedTransport.host(target), null, target.secure());
        this.encoder = encoder;
        this.requests = new ClassicRequests(settings);
        this.deadline = watchdog.register(this::cut);
    }

    @Override
    public Optional<Failure> connect() {
        if (endpoint != null) {
            return Optional.empty();
        }
        long begun = clock.nanoTime();
        // HttpClient's own time-out applies to each address, and to each read of a TLS handshake.
        deadline.set(begun + timeouts.connect().toNanos());
        Optional<Failure> failure = establish();
        boolean late = deadline.clear();
        if (late || failure.isPresent()) {
            release();
            return late ? Optional.of(FailureClassifier.tooLate()) : failure;
        }
        onConnect.connected(clock.nanoTime() - begun);
        return Optional.empty();
    }

    private Optional<Failure> establish() {
        try {
            endpoint = manager.lease(ID, route, Timeout.DISABLED, null).get(Timeout.of(timeouts.connect()));
            manager.connect(endpoint, Timeout.of(timeouts.connect()), context);
            return Optional.empty();
        } catch (IOException | RuntimeException | TimeoutException | ExecutionException e) {
            return Optional.of(FailureClassifier.whileConnecting(e, target));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of(new Failure(FailureKind.CONNECT, "interrupted while connecting"));
        } catch (OutOfMemoryError e) {
            return Optional.of(new Failure(FailureKind.CLIENT_LIMIT, String.valueOf(e.getMessage())));
        }
    }

    @Override
    public void disconnect() {
        release();
    }

    @Override
    public Outcome send(ComposedRequest request) {
        headArrived = NOT_NOTED;
        sentBytes = encoder.length(request);
        Optional<Failure> failure = connect();
        if (failure.isPresent()) {
            return failure.get();
        }
        long sent = clock.nanoTime();
        Outcome outcome;
        try {
            deadline.set(sent
                    + Math.min(timeouts.response().toNanos(), timeouts.total().toNanos()));
            outcome = exchange(requests.of(request), request.operation(), sent);
        } catch (IOException | HttpException | RuntimeException e) {
            outcome = FailureClassifier.afterConnecting(e);
        } catch (OutOfMemoryError e) {
            outcome = new Failure(FailureKind.CLIENT_LIMIT, String.valueOf(e.getMessage()));
        }
        boolean late = deadline.clear();
        lastEnd = clock.nanoTime();
        if (late || outcome instanceof Failure) {
            release();
        }
        // A response that was complete just before the cut still counts.
        return late && outcome instanceof Failure
                ? new Failure(FailureKind.TIMEOUT, "no complete answer within the time-out")
                : outcome;
    }

    @Override
    public long headArrived() {
        return headArrived;
    }

    @Override
    public int sentBytes() {
        return sentBytes;
    }

    private Outcome exchange(ClassicHttpRequest request, Operation operation, long sent)
            throws IOException, HttpException {
        // Checking for bytes is a system call; bytes that arrive together with a response are noticed without it.
        HttpRequestExecutor how = sent - lastEnd > IDLE_NANOS ? afterIdle : executor;
        try (ClassicHttpResponse response = endpoint.execute(ID, request, how::execute, context)) {
            headArrived = clock.nanoTime();
            deadline.set(sent + timeouts.total().toNanos());
            Response outcome = body.read(response, operation);
            if (!keepAlive || !canBeKept(request, response)) {
                release();
            }
            return outcome;
        }
    }

    /**
     * Whether the connection can be reused. Recognises the usual response directly; HttpClient's own strategy reads
     * four headers each time.
     */
    private boolean canBeKept(ClassicHttpRequest request, ClassicHttpResponse response) {
        HttpEntity entity = response.getEntity();
        boolean ends = entity == null || entity.getContentLength() >= 0 || entity.isChunked();
        Header connection = response.getFirstHeader(HttpHeaders.CONNECTION);
        boolean usual = ends
                && HttpVersion.HTTP_1_1.equals(response.getVersion())
                && (connection == null || connection.getValue().equalsIgnoreCase(HeaderElements.KEEP_ALIVE));
        return usual || DefaultConnectionReuseStrategy.INSTANCE.keepAlive(request, response, context);
    }

    /** Closes the socket immediately, from any thread; pending reads fail. */
    void cut() {
        ConnectionEndpoint current = endpoint;
        if (current != null) {
            current.close(CloseMode.IMMEDIATE);
        }
    }

    private void release() {
        if (endpoint != null) {
            endpoint.close(CloseMode.IMMEDIATE);
            manager.release(endpoint, null, TimeValue.ZERO_MILLISECONDS);
            endpoint = null;
        }
    }

    @Override
    public void close() {
        release();
        watchdog.unregister(deadline);
        onClose.accept(this);
    }
}
