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
    /** Its number in a run of several machines. */
    private final int numberInRun;

    private final RequestSource source;
    private final RequestGenerator generator;
    private final Connection connection;
    private final DueTimes dueTimes;
    private final RequestInProgress progress;
    /** Null for a workload without scenarios. */
    private final IterationInProgress iteration;

    private final NanoClock clock;
    private final StopSignal stop;
    private final Assignment assignment;
    private final ActivePeriods periods;
    private volatile Thread thread;

    /** A worker for one phase. */
    Worker(int number, Connection connection, Assignment assignment) {
        this.number = number;
        this.numberInRun = assignment.plan().workerInRun(number);
        this.source = assignment.sources().get(number);
        this.generator = assignment.requests().generator();
        this.connection = connection;
        this.dueTimes = assignment.dueTimes();
        this.progress = assignment.request(number);
        this.iteration = assignment.iteration(number, assignment.users());
        this.clock = assignment.clock();
        this.stop = assignment.stop();
        this.assignment = assignment;
        this.periods = assignment.activePeriods(number);
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
        periods.start(assignment.startNanos());
        try {
            if (assignment.isSpare(number) && !awaitNeed(assignment.pool().orElseThrow())) {
                return;
            }
            long begin = awaitActive();
            if (begin != ENDED) {
                progress.starts(begin);
                sendAll(begin);
            }
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
        while (free != ENDED) {
            // Asked only while the worker is active: what a worker takes, it sends.
            long index = source.next();
            if (index == RequestSource.FINISHED) {
                return;
            }
            free = iteration == null ? request(index, free) : iterate(index, free);
            if (free != ENDED && earliest(free) - periods.until() >= 0) {
                free = rest(free);
            }
        }
    }

    private long earliest(long free) {
        return iteration == null ? free : iteration.earliest(free);
    }

    /** Sends one request when it is due; returns when it ended, or {@link #ENDED} when the worker does no more. */
    private long request(long index, long free) throws InterruptedException {
        long due = awaitDue(index, free);
        if (due == DueTimes.NEVER) {
            return ENDED;
        }
        generator.compose(index, numberInRun);
        return send(generator, index, due);
    }

    /** Rests until the worker is active again; returns when that is, or {@link #ENDED} when the phase ends before. */
    private long rest(long free) throws InterruptedException {
        if (iteration != null) {
            // A user who waits for its pace is active until its period ends.
            if (periods.until() - free > 0 && !think(free, periods.until())) {
                return ENDED;
            }
            iteration.leaves(clock.nanoTime());
        }
        progress.stops(clock.nanoTime());
        long now = awaitActive();
        if (now != ENDED) {
            progress.resumes(now);
        }
        return now;
    }

    /** Waits until the worker is needed; false when it never is. */
    private boolean awaitNeed(WorkerPool pool) throws InterruptedException {
        while (number >= pool.used()) {
            if (pool.closed() || stop.isStopped()) {
                return false;
            }
            LockSupport.park(this);
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        return true;
    }

    /** Waits until the worker is active, by periods that may change meanwhile; returns when it is, or {@link #ENDED}. */
    private long awaitActive() throws InterruptedException {
        while (true) {
            long now = clock.nanoTime();
            long left = periods.next(now) - now;
            if (left <= 0) {
                return now;
            }
            if (stop.isStopped()) {
                return ENDED;
            }
            park(left);
        }
    }

    /** Executes one iteration; returns when it ended, or {@link #ENDED} when the worker does no more. */
    private long iterate(long index, long free) throws InterruptedException {
        long earliest = iteration.earliest(free);
        if (isOver(dueTimes.due(index, earliest)) || earliest - free > 0 && !think(free, earliest)) {
            return ENDED;
        }
        long due = awaitDue(index, earliest);
        if (due == DueTimes.NEVER) {
            return ENDED;
        }
        if (due - periods.until() >= 0) {
            // The user was taken away while it waited for its pace.
            return free;
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

    /**
     * Waits until a request or iteration is due, which may change meanwhile.
     *
     * @param earliest when the worker is free for it
     * @return when it was due, or {@link DueTimes#NEVER} when the phase ends before
     */
    private long awaitDue(long index, long earliest) throws InterruptedException {
        while (true) {
            long due = dueTimes.due(index, earliest);
            if (isOver(due)) {
                return DueTimes.NEVER;
            }
            long until = due == DueTimes.NEVER ? assignment.load().orElseThrow().endNanos() : due;
            long left = until - clock.nanoTime();
            if (left > 0) {
                park(left);
            } else if (due != DueTimes.NEVER) {
                return due;
            }
        }
    }

    /** Whether the phase ends, or what is due at an instant will never be. */
    private boolean isOver(long due) {
        // The sources learn of a stop a moment later, and pauses are cut short.
        return stop.isStopped() || due == DueTimes.NEVER && !assignment.mayBecomeDue();
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
            park(left);
        }
    }

    /** Waits at most this many nanoseconds; {@link #wake} ends the wait earlier. */
    private void park(long nanos) throws InterruptedException {
        LockSupport.parkNanos(this, nanos);
        if (Thread.interrupted()) {
            throw new InterruptedException();
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
