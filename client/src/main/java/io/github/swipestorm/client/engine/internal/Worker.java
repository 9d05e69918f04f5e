package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.distribution.RequestSource;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.transport.Connection;
import io.github.swipestorm.client.workload.RequestGenerator;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** The loop of one sequential sender with its own thread: take a request, attempt it until it is complete. */
final class Worker implements Sender {

    private final int number;
    private final RequestSource source;
    private final RequestGenerator generator;
    private final Connection connection;
    private final DueTimes dueTimes;
    private final RequestInProgress progress;
    private final NanoClock clock;
    private final StopSignal stop;
    private final long delayNanos;
    private volatile Thread thread;

    /** A worker for one phase. */
    Worker(int number, Connection connection, Assignment assignment) {
        this.number = number;
        this.source = assignment.sources().get(number);
        this.generator = assignment.requests().generator();
        this.connection = connection;
        this.dueTimes = assignment.dueTimes();
        this.progress = assignment.request(number);
        this.clock = assignment.clock();
        this.stop = assignment.stop();
        this.delayNanos = assignment.delayNanos(number);
    }

    @Override
    public void prepare() {
        if (!stop.isStopped()) {
            connection.connect();
        }
    }

    @Override
    public void send() throws InterruptedException {
        thread = Thread.currentThread();
        pause(delayNanos);
        long begin = clock.nanoTime();
        progress.starts(begin);
        try {
            sendAll(begin);
        } finally {
            progress.stops(clock.nanoTime());
        }
    }

    private void sendAll(long begin) throws InterruptedException {
        long free = begin;
        for (long index = source.next(); index != RequestSource.FINISHED; index = source.next()) {
            long due = dueTimes.due(index, free);
            // The sources learn of a stop a moment later, and pauses are cut short.
            if (stop.isStopped() || due == DueTimes.NEVER || !awaitDue(due)) {
                return;
            }
            free = send(index, due);
        }
    }

    /** Waits until an instant of the run's clock; false when the phase ends before. */
    private boolean awaitDue(long due) throws InterruptedException {
        for (long left = due - clock.nanoTime(); left > 0; left = due - clock.nanoTime()) {
            if (stop.isStopped()) {
                return false;
            }
            pause(left);
        }
        return true;
    }

    /** Sends one request; returns when it ended. */
    private long send(long index, long due) throws InterruptedException {
        generator.compose(index, number);
        progress.begin(index, due);
        while (true) {
            progress.sending(generator.operation().id(), clock.nanoTime());
            Outcome outcome = connection.send(generator);
            long done = clock.nanoTime();
            pause(progress.ended(outcome, done));
            if (progress.over()) {
                return done;
            }
        }
    }

    /** Waits this many nanoseconds, or until the phase is ending. */
    private void pause(long nanos) throws InterruptedException {
        if (nanos <= 0) {
            return;
        }
        long begin = clock.nanoTime();
        for (long left = nanos; left > 0 && !stop.isStopped(); left = nanos - (clock.nanoTime() - begin)) {
            LockSupport.parkNanos(this, left);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
    }

    @Override
    public List<RequestInProgress> inProgress() {
        return List.of(progress);
    }

    @Override
    public void wake() {
        LockSupport.unpark(thread);
    }
}
