package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.record.Attempt;
import io.github.swipestorm.client.record.AttemptRecorder;
import io.github.swipestorm.client.workload.VirtualUser;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The state of a worker's iteration: what its user does next, and how long the user has thought. Confined to the worker's
 * thread, except {@link #thoughtNanos} and {@link #begunIterations}.
 */
final class IterationInProgress {

    private static final long NONE = RequestInProgress.NONE;
    private static final VarHandle THOUGHT;
    private static final VarHandle THINKING_SINCE;
    private static final VarHandle THINKING_UNTIL;
    private static final VarHandle ITERATIONS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            THOUGHT = lookup.findVarHandle(IterationInProgress.class, "thought", long.class);
            THINKING_SINCE = lookup.findVarHandle(IterationInProgress.class, "thinkingSince", long.class);
            THINKING_UNTIL = lookup.findVarHandle(IterationInProgress.class, "thinkingUntil", long.class);
            ITERATIONS = lookup.findVarHandle(IterationInProgress.class, "iterations", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final VirtualUser user;
    private final AttemptRecorder recorder;
    private final int requestsPerIteration;
    private final boolean paced;
    private long index;
    private long due;
    private long begun = NONE;
    private long begunBefore = NONE;
    private long cycle;
    private long thoughtBefore;
    private long earliestNext = NONE;
    private boolean late;
    /** Written by the worker in opaque mode; the sampler reads this and the next three fields. */
    private long thought;

    private long thinkingSince = NONE;
    private long thinkingUntil;
    private long iterations;

    /**
     * @param requestsPerIteration that an iteration has
     * @param paced whether iterations begin by the pace that the user asks for, instead of a schedule
     */
    IterationInProgress(VirtualUser user, AttemptRecorder recorder, int requestsPerIteration, boolean paced) {
        this.user = user;
        this.recorder = recorder;
        this.requestsPerIteration = requestsPerIteration;
        this.paced = paced;
    }

    /** When the next iteration may begin by the pace of the last one, for a worker that is free since an instant. */
    long earliest(long free) {
        return earliestNext == NONE ? free : Math.max(free, earliestNext);
    }

    /**
     * The next iteration begins.
     *
     * @param free when its worker became free
     */
    void begin(long iteration, long dueNanos, long free, long now) {
        index = iteration;
        due = dueNanos;
        begun = now;
        cycle = begunBefore == NONE ? 0 : now - begunBefore;
        begunBefore = now;
        late = earliestNext != NONE && earliestNext - free < 0;
        thoughtBefore = thought;
        ITERATIONS.setOpaque(this, iterations + 1);
        user.begin(iteration);
        long pace = paced ? user.paceNanos() : 0;
        earliestNext = pace == 0 ? NONE : now + pace;
    }

    /** The user leaves; its next iteration begins as that of a new one, without regard to the pace of the last. */
    void leaves(long now) {
        thinksNoLonger(now);
        earliestNext = NONE;
    }

    /** Whether it begins with a new connection. */
    boolean startsUnconnected() {
        return user.startsUnconnected();
    }

    /** Goes on to the next request, or to the end. */
    VirtualUser.Next next() {
        return user.next();
    }

    /** The think time before what {@link #next} has returned. */
    long thinkNanos() {
        return user.thinkNanos();
    }

    /** The number of the current request in the run. */
    long requestNumber() {
        return index * requestsPerIteration + user.ordinal();
    }

    ComposedRequest compose() {
        return user.compose();
    }

    Outcome received(Outcome outcome) {
        return user.received(outcome);
    }

    /**
     * The user thinks, or waits for its pace.
     *
     * @param from when that begins
     * @param until when it ends, at the latest: a user that is woken late has not thought for longer
     */
    void thinks(long from, long until) {
        THINKING_UNTIL.setOpaque(this, until);
        THINKING_SINCE.setOpaque(this, from);
    }

    /** The user has stopped thinking; nothing happens when it did not think. */
    void thinksNoLonger(long now) {
        if (thinkingSince != NONE) {
            THOUGHT.setOpaque(this, thought + between(thinkingSince, thinkingUntil, now));
            THINKING_SINCE.setOpaque(this, NONE);
        }
    }

    private static long between(long since, long until, long now) {
        return Math.max(0, (until - now < 0 ? until : now) - since);
    }

    /** Records the iteration with its end, at an instant. */
    void end(Attempt.End end, long at) {
        if (end == Attempt.End.ABANDONED) {
            user.problem().ifPresent(recorder::noteProblem);
        }
        recorder.recordIteration(
                index, user.scenario(), end, late, due, begun, Math.max(begun, at), cycle, thought - thoughtBefore);
        begun = NONE;
    }

    /** Ends the iteration as under way, if there is one. */
    void interrupt(long now) {
        thinksNoLonger(now);
        if (begun != NONE) {
            end(Attempt.End.UNDER_WAY, now);
        }
    }

    /** How long the user has thought up to an instant; thread-safe. */
    long thoughtNanos(long now) {
        long since = (long) THINKING_SINCE.getOpaque(this);
        return (long) THOUGHT.getOpaque(this)
                + (since == NONE ? 0 : between(since, (long) THINKING_UNTIL.getOpaque(this), now));
    }

    /** How many iterations have begun; thread-safe. */
    long begunIterations() {
        return (long) ITERATIONS.getOpaque(this);
    }
}
