package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.plan.RetryRule;
import io.github.swipestorm.client.record.AttemptRecorder;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The state of a sequential sender's request: which attempt is in flight, and what follows from its outcome. Confined
 * to the sender's thread, except {@link #sentOf} and {@link #activeNanos}.
 */
final class RequestInProgress {

    /** The absence of an instant. */
    static final long NONE = Long.MIN_VALUE;

    private static final VarHandle UNDER_WAY;
    private static final VarHandle STARTED;
    private static final VarHandle STOPPED;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            UNDER_WAY = lookup.findVarHandle(RequestInProgress.class, "underWay", long.class);
            STARTED = lookup.findVarHandle(RequestInProgress.class, "started", long.class);
            STOPPED = lookup.findVarHandle(RequestInProgress.class, "stopped", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final AttemptRecorder recorder;
    private final RetryRule retry;
    private final StopSignal stop;
    private final ReconnectBackoff backoff = new ReconnectBackoff();
    private long index;
    private long due;
    private int template;
    private int attempt;
    private long begun;
    private long sent;
    private long firstByte;
    private int sentBytes;
    private boolean over;
    /** Whether a back-off followed the last attempt, which the next one then has to end. */
    private boolean backedOff;
    /**
     * When the attempt in flight was sent. The sampler reads this and the next two fields: opaque mode, hence
     * unordered.
     */
    private long underWay = NONE;

    private long started = NONE;
    private long stopped = NONE;

    RequestInProgress(AttemptRecorder recorder, RetryRule retry, StopSignal stop) {
        this.recorder = recorder;
        this.retry = retry;
        this.stop = stop;
    }

    /** The sender begins its work of the phase. */
    void starts(long now) {
        STARTED.setOpaque(this, now);
    }

    /** The sender, which {@link #stops stopped}, goes on; what lies between does not count as active. */
    void resumes(long now) {
        STARTED.setOpaque(this, now - (stopped - started));
        STOPPED.setOpaque(this, NONE);
    }

    /** The sender has ended its work of the phase, or rests; nothing happens when it already had. */
    void stops(long now) {
        if (stopped == NONE) {
            STOPPED.setOpaque(this, now);
        }
    }

    /** Begins a request that is due at an instant. */
    void begin(long requestIndex, long dueNanos) {
        index = requestIndex;
        due = dueNanos;
        attempt = 0;
        over = false;
    }

    /** The index of the request. */
    long index() {
        return index;
    }

    /** When it is due. */
    long due() {
        return due;
    }

    /** The next attempt is about to be sent. */
    void sending(int templateId, long now) {
        template = templateId;
        sent = now;
        firstByte = AttemptRecorder.NO_INSTANT;
        UNDER_WAY.setOpaque(this, now);
        if (++attempt == 1) {
            begun = now;
        }
    }

    /** The head of the response to the attempt in flight has arrived; not called when all of it arrives at once. */
    void headArrived(long now) {
        firstByte = now;
    }

    /** How many bytes the request of the attempt in flight takes. */
    void takes(int bytes) {
        sentBytes = bytes;
    }

    /**
     * The attempt has ended, and is recorded.
     *
     * @return nanoseconds to wait before the sender continues, usually 0
     */
    long ended(Outcome outcome, long done) {
        UNDER_WAY.setOpaque(this, NONE);
        // A run that is ending does not start further attempts; the request counts as failed.
        over = !retry.again(outcome, attempt) || stop.isStopped();
        recorder.record(index, template, attempt, over, due, begun, sent, done, firstByte, sentBytes, outcome);
        if (outcome.ok() && !backedOff) {
            return 0;
        }
        long wait = backoff.after(outcome);
        backedOff = wait > 0;
        return Math.max(wait, over ? 0 : retry.pauseNanos(attempt));
    }

    /** When the attempt in flight was sent, or {@link #NONE}; thread-safe, but may lag slightly. */
    long sentOf() {
        return (long) UNDER_WAY.getOpaque(this);
    }

    /** How long the sender has been active up to an instant, pauses included; thread-safe. */
    long activeNanos(long now) {
        long from = (long) STARTED.getOpaque(this);
        long to = (long) STOPPED.getOpaque(this);
        return from == NONE ? 0 : Math.max(0, (to == NONE ? now : to) - from);
    }

    /** When the sender ended its work of the phase, or {@link #NONE} while it has not; thread-safe. */
    long stoppedAt() {
        return (long) STOPPED.getOpaque(this);
    }

    /** Whether the request has ended; otherwise it gets another attempt. */
    boolean over() {
        return over;
    }
}
