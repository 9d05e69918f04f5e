package io.github.swipestorm.client.transport;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.http.Template;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.io.ConnectionEndpoint;
import org.apache.hc.client5.http.io.HttpClientConnectionManager;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.impl.DefaultConnectionReuseStrategy;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

/** One worker's leased endpoint. */
final class ClassicConnection implements Connection {

    private static final String ID = "swipestorm";

    private final Target target;
    private final Timeouts timeouts;
    private final HttpClientConnectionManager manager;
    private final Watchdog watchdog;
    private final Watchdog.Deadline deadline;
    private final LongConsumer onConnected;
    private final boolean keepAlive;
    private final Consumer<ClassicConnection> onClose;
    private final HttpRoute route;
    private final ContentType[] contentTypes;
    private final InStepExecutor executor = new InStepExecutor();
    private final HttpClientContext context = HttpClientContext.create();
    private final BodyCounter body = new BodyCounter(this::cut);
    private volatile ConnectionEndpoint endpoint;

    ClassicConnection(
            TransportSettings settings,
            HttpClientConnectionManager manager,
            Watchdog watchdog,
            Consumer<ClassicConnection> onClose) {
        this.target = settings.target();
        this.timeouts = settings.timeouts();
        this.onConnected = settings.onConnected();
        this.keepAlive = settings.choice().keepAlive();
        this.manager = manager;
        this.watchdog = watchdog;
        this.onClose = onClose;
        this.route = new HttpRoute(
                new HttpHost(target.scheme(), target.host(), target.port()),
                null,
                settings.target().secure());
        this.contentTypes = settings.templates().stream()
                .map(Template::contentType)
                .map(type -> type == null ? null : ContentType.parse(type))
                .toArray(ContentType[]::new);
        this.deadline = watchdog.register(this::cut);
    }

    @Override
    public Optional<Failure> connect() {
        if (endpoint != null) {
            return Optional.empty();
        }
        long begun = System.nanoTime();
        try {
            endpoint = manager.lease(ID, route, Timeout.DISABLED, null).get(Timeout.of(timeouts.connect()));
            manager.connect(endpoint, Timeout.of(timeouts.connect()), context);
            onConnected.accept(System.nanoTime() - begun);
            return Optional.empty();
        } catch (IOException | RuntimeException | TimeoutException | ExecutionException e) {
            release();
            return Optional.of(Failures.whileConnecting(e, target));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            release();
            return Optional.of(new Failure(FailureKind.CONNECT, "interrupted while connecting"));
        } catch (OutOfMemoryError e) {
            release();
            return Optional.of(new Failure(FailureKind.CLIENT_LIMIT, String.valueOf(e.getMessage())));
        }
    }

    @Override
    public Outcome send(Request request) {
        Optional<Failure> failure = connect();
        if (failure.isPresent()) {
            return failure.get();
        }
        long sent = System.nanoTime();
        Outcome outcome;
        try {
            deadline.set(sent
                    + Math.min(timeouts.response().toNanos(), timeouts.total().toNanos()));
            outcome = exchange(toHttp(request), sent);
        } catch (IOException | HttpException | RuntimeException e) {
            outcome = Failures.afterConnecting(e);
        }
        boolean late = deadline.clear();
        if (late || outcome instanceof Failure) {
            release();
        }
        // An answer that was complete just before the cut is an answer all the same.
        return late && outcome instanceof Failure
                ? new Failure(FailureKind.TIMEOUT, "no complete answer within the time-out")
                : outcome;
    }

    private Outcome exchange(ClassicHttpRequest request, long sent) throws IOException, HttpException {
        try (ClassicHttpResponse response = endpoint.execute(ID, request, executor::execute, context)) {
            deadline.set(sent + timeouts.total().toNanos());
            long bytes = body.drain(response.getEntity());
            if (!keepAlive || !DefaultConnectionReuseStrategy.INSTANCE.keepAlive(request, response, context)) {
                release();
            }
            return new Response(response.getCode(), bytes);
        }
    }

    private ClassicHttpRequest toHttp(Request request) {
        Template template = request.template();
        ClassicHttpRequest http = new BasicClassicHttpRequest(template.method(), target.basePath() + template.path());
        http.setHeader(HttpHeaders.HOST, target.hostHeader());
        http.setHeader(HttpHeaders.USER_AGENT, ID);
        if (!keepAlive) {
            http.setHeader(HttpHeaders.CONNECTION, "close");
        }
        if (template.contentType() != null) {
            http.setHeader(HttpHeaders.CONTENT_TYPE, template.contentType());
            http.setHeader(HttpHeaders.CONTENT_LENGTH, request.body().length);
            http.setEntity(new ByteArrayEntity(request.body(), contentTypes[template.id()]));
        }
        return http;
    }

    /** Closes the socket at once, from any thread; whoever reads from it fails. */
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
