package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.model.RequestSource;
import io.github.swipestorm.client.record.AttemptRecorder;
import io.github.swipestorm.client.transport.Connection;
import io.github.swipestorm.client.workload.Workload;

/** The loop of one sequential sender: take a request, attempt it until it is ok or its attempts are used up. */
final class Worker {

    private final RequestSource source;
    private final Workload workload;
    private final Connection connection;
    private final AttemptRecorder recorder;
    private final RetryRule retry;
    private final NanoClock clock;
    private final StopSignal stop;
    private final long delayNanos;
    private final ReconnectBackoff backoff = new ReconnectBackoff();

    /**
     * A worker for one phase.
     *
     * @param delayNanos how long it waits behind the gate before it begins
     */
    Worker(
            RequestSource source,
            Workload workload,
            Connection connection,
            AttemptRecorder recorder,
            RetryRule retry,
            NanoClock clock,
            StopSignal stop,
            long delayNanos) {
        this.source = source;
        this.workload = workload;
        this.connection = connection;
        this.recorder = recorder;
        this.retry = retry;
        this.clock = clock;
        this.stop = stop;
        this.delayNanos = delayNanos;
    }

    /** Establishes the connection, if it can: a failure shows again, and is recorded, at the first attempt. */
    void connect() {
        connection.connect();
    }

    /** Sends until the source has finished. */
    void sendAll() throws InterruptedException {
        if (delayNanos > 0) {
            stop.await(delayNanos);
        }
        long due = clock.nanoTime();
        for (long index = source.next(); index != RequestSource.FINISHED; index = source.next()) {
            due = send(index, due);
        }
    }

    /**
     * Sends one request.
     *
     * @return when it ended
     */
    private long send(long index, long due) throws InterruptedException {
        Request request = workload.request(index);
        long begun = 0;
        for (int attempt = 1; ; attempt++) {
            long sent = clock.nanoTime();
            begun = attempt == 1 ? sent : begun;
            Outcome outcome = connection.send(request);
            long done = clock.nanoTime();
            // A run that is to end does not start further attempts; the request counts as failed.
            boolean last = !retry.again(outcome, attempt) || stop.isStopped();
            recorder.record(index, request.template().id(), attempt, last, due, begun, sent, done, outcome);
            long pause = Math.max(backoff.after(outcome), last ? 0 : retry.pauseNanos(attempt));
            if (pause > 0) {
                stop.await(pause);
            }
            if (last) {
                return done;
            }
        }
    }
}
