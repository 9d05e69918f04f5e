package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.record.AttemptRecorder;

/**
 * Where a sequential sender stands with its request: which attempt is under way, and what follows from how it ends. For
 * the one thread that the sender runs on.
 */
final class RequestInProgress {

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
    private boolean over;
    /** Whether the last attempt was followed by a back-off, which the next one then has to end. */
    private boolean backedOff;

    RequestInProgress(AttemptRecorder recorder, RetryRule retry, StopSignal stop) {
        this.recorder = recorder;
        this.retry = retry;
        this.stop = stop;
    }

    /** A request begins that is due at an instant. */
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

    /** Its next attempt is about to be sent. */
    void sending(int templateId, long now) {
        template = templateId;
        sent = now;
        if (++attempt == 1) {
            begun = now;
        }
    }

    /**
     * The attempt has ended, and is recorded.
     *
     * @return nanoseconds to wait before the sender does anything else, usually 0
     */
    long ended(Outcome outcome, long done) {
        // A run that is to end does not start further attempts; the request counts as failed.
        over = !retry.again(outcome, attempt) || stop.isStopped();
        recorder.record(index, template, attempt, over, due, begun, sent, done, outcome);
        if (outcome.ok() && !backedOff) {
            return 0;
        }
        long wait = backoff.after(outcome);
        backedOff = wait > 0;
        return Math.max(wait, over ? 0 : retry.pauseNanos(attempt));
    }

    /** Whether the request has ended; otherwise it gets another attempt. */
    boolean over() {
        return over;
    }
}
