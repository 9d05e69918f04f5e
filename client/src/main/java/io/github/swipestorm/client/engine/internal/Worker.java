package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.distribution.RequestSource;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.record.Attempt;
import io.github.swipestorm.client.transport.Connection;
import io.github.swipestorm.client.workload.RequestGenerator;
import io.github.swipestorm.client.workload.VirtualUser;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** The loop of one sequential sender with its own thread: take a request, attempt it until it is complete. */
final class Worker implements Sender {

    /** Stands for the instant of a worker that does no more. */
    private static final long ENDED = Long.MIN_VALUE;

    private final int number;
    private final RequestSource source;
    private final RequestGenerator generator;
    private final Connection connection;
    private final DueTimes dueTimes;
    private final RequestInProgress progress;
    /** Null for a workload without scenarios. */
    private final IterationInProgress iteration;

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
        this.iteration = assignment.iteration(number, assignment.users());
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
            long end = clock.nanoTime();
            if (iteration != null) {
                iteration.interrupt(end);
            }
            progress.stops(end);
        }
    }

    private void sendAll(long begin) throws InterruptedException {
        long free = begin;
        for (long index = source.next(); index != RequestSource.FINISHED; index = source.next()) {
            // The sources learn of a stop a moment later, and pauses are cut short.
            if (iteration != null) {
                free = iterate(index, free);
                if (free == ENDED) {
                    return;
                }
                continue;
            }
            long due = dueTimes.due(index, free);
            if (stop.isStopped() || due == DueTimes.NEVER || !awaitDue(due)) {
                return;
            }
            generator.compose(index, number);
            free = send(generator, index, due);
        }
    }

    /** Executes one iteration; returns when it ended, or {@link #ENDED} when the worker does no more. */
    private long iterate(long index, long free) throws InterruptedException {
        long earliest = iteration.earliest(free);
        long due = dueTimes.due(index, earliest);
        if (stop.isStopped() || due == DueTimes.NEVER) {
            return ENDED;
        }
        if (earliest - free > 0 && !think(free, earliest) || !awaitDue(due)) {
            return ENDED;
        }
        iteration.begin(index, due, free, clock.nanoTime());
        if (iteration.startsUnconnected()) {
            connection.disconnect();
        }
        long stepDue = due;
        long from = Math.max(due, clock.nanoTime());
        VirtualUser.Next next = iteration.next();
        while (true) {
            long think = iteration.thinkNanos();
            if (think > 0 && !think(from, from + think) || stop.isStopped()) {
                // The sender's end records the iteration as under way.
                return ENDED;
            }
            if (next != VirtualUser.Next.REQUEST) {
                return end(next, from + think);
            }
            from = send(null, iteration.requestNumber(), stepDue + think);
            stepDue = from;
            next = iteration.next();
        }
    }

    /** Ends the iteration as of an instant: a worker that is woken late was to be free before. */
    private long end(VirtualUser.Next next, long at) {
        iteration.end(next == VirtualUser.Next.COMPLETED ? Attempt.End.COMPLETED : Attempt.End.ABANDONED, at);
        if (next == VirtualUser.Next.STOP_RUN) {
            stop.stop(StopReason.STEP_FAILED);
        }
        return next == VirtualUser.Next.STOP_RUN || next == VirtualUser.Next.STOP_WORKER ? ENDED : at;
    }

    /** Thinks from an instant until another one; false when the phase ends before. */
    private boolean think(long from, long until) throws InterruptedException {
        iteration.thinks(from, until);
        boolean whole = awaitDue(until);
        iteration.thinksNoLonger(clock.nanoTime());
        return whole;
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

    /**
     * Sends one request; returns when it ended.
     *
     * @param composed null for the current request of the iteration
     */
    private long send(ComposedRequest composed, long request, long due) throws InterruptedException {
        ComposedRequest sent = composed == null ? iteration.compose() : composed;
        progress.begin(request, due);
        while (true) {
            progress.sending(sent.operation().id(), clock.nanoTime());
            Outcome outcome = connection.send(sent);
            long done = clock.nanoTime();
            if (iteration != null) {
                outcome = iteration.received(outcome);
            }
            progress.headArrived(connection.headArrived());
            progress.takes(connection.sentBytes());
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
    public List<IterationInProgress> iterations() {
        return iteration == null ? List.of() : List.of(iteration);
    }

    @Override
    public void wake() {
        LockSupport.unpark(thread);
    }
}
