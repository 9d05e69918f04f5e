package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.transport.BlockingTransport;
import io.github.swipestorm.client.transport.Connection;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** A transport without a network: a script decides how each attempt ends. */
final class ScriptedTransport implements BlockingTransport {

    /** Decides about one attempt; may throw, block, or move a clock. */
    interface Script {
        /**
         * @param request the same object for all attempts of a request
         * @param attempt 1 for a request's first
         * @param overall number of the attempt in the whole run, from 1
         */
        Outcome outcome(Request request, int attempt, long overall) throws Exception;
    }

    private final Script script;
    private final Runnable onConnect;
    private final AtomicLong attempts = new AtomicLong();
    private volatile boolean closed;

    ScriptedTransport(Script script) {
        this(script, () -> {});
    }

    ScriptedTransport(Script script, Runnable onConnect) {
        this.script = script;
        this.onConnect = onConnect;
    }

    /** A runner that sends by this transport, whatever the plan says. */
    LocalRunner runner(NanoClock clock) {
        return new LocalRunner(RecordingSettings.NO_FILES, clock, (chosen, settings) -> this);
    }

    long attempts() {
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

    private final class Scripted implements Connection {

        private Request current;
        private int attempt;

        @Override
        public Optional<Failure> connect() {
            onConnect.run();
            return Optional.empty();
        }

        @Override
        public Outcome send(Request request) {
            attempt = request == current ? attempt + 1 : 1;
            current = request;
            try {
                return script.outcome(request, attempt, attempts.incrementAndGet());
            } catch (RuntimeException e) {
                throw e;
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public void close() {
            // There is nothing to close.
        }
    }
}
