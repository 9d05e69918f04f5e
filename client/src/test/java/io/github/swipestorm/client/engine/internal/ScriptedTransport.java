package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.transport.BlockingTransport;
import io.github.swipestorm.client.transport.Connection;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;

/** A transport without a network: a script decides how each attempt ends. */
public final class ScriptedTransport implements BlockingTransport {

    /** Decides about one attempt; may throw, block, or move a clock. */
    public interface Script {
        /**
         * @param request the same object for all attempts of a request
         * @param attempt 1 for a request's first
         * @param overall number of the attempt in the whole run, from 1
         */
        Outcome outcome(Request request, int attempt, long overall) throws Exception;
    }

    /** What a connection does when it is made; may throw, block, or move a clock. */
    public interface Connecting {
        void run() throws Exception;
    }

    public static final Response CREATED = new Response(201, 10);
    public static final Response UNAVAILABLE = new Response(503, 0);

    private final Script script;
    private final Connecting onConnect;
    private final AtomicLong attempts = new AtomicLong();
    private volatile boolean closed;

    public ScriptedTransport(Script script) {
        this(script, () -> {});
    }

    public ScriptedTransport(Script script, Connecting onConnect) {
        this.script = script;
        this.onConnect = onConnect;
    }

    /** A runner that sends by this transport, regardless of the plan. */
    public LocalRunner runner(NanoClock clock) {
        return new LocalRunner(RecordingSettings.NO_FILES, clock, (chosen, settings) -> this);
    }

    /** Runs a plan by this transport to its end. */
    public RunResult run(LoadPlan plan) throws InterruptedException {
        return run(plan, new StopSignal());
    }

    public RunResult run(LoadPlan plan, StopSignal stop) throws InterruptedException {
        return runner(NanoClock.SYSTEM).run(plan, stop, RunObserver.NONE);
    }

    public long attempts() {
        return attempts.get();
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public Connection open() {
        return new Scripted();
    }

    @Override
    public void close() {
        closed = true;
    }

    private static <T> T unchecked(Callable<T> work) {
        try {
            return work.call();
        } catch (RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private final class Scripted implements Connection {

        private Request current;
        private int attempt;

        @Override
        public Optional<Failure> connect() {
            unchecked(() -> {
                onConnect.run();
                return null;
            });
            return Optional.empty();
        }

        @Override
        public void disconnect() {
            current = null;
        }

        @Override
        public Outcome send(ComposedRequest composed) {
            Request request = new Request(
                    composed.operation(),
                    Arrays.copyOf(composed.path(), composed.pathLength()),
                    Arrays.copyOf(composed.headers(), composed.headersLength()),
                    Arrays.copyOf(composed.body(), composed.bodyLength()));
            // A retry sends the same bytes.
            boolean again = current != null && Arrays.equals(request.body(), current.body());
            attempt = again ? attempt + 1 : 1;
            current = request;
            return unchecked(() -> script.outcome(request, attempt, attempts.incrementAndGet()));
        }

        @Override
        public void close() {
            // There is nothing to close.
        }
    }
}
