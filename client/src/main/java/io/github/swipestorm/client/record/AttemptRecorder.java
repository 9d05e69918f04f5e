package io.github.swipestorm.client.record;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Response;

/**
 * Records one worker's attempts for the collector's thread. Writing takes no lock, shares no counter, formats nothing,
 * and allocates nothing unless the attempt failed. Confined to the thread of the worker and of all workers that share
 * its ring.
 */
public final class AttemptRecorder {

    /** The absence of an instant. */
    public static final long NO_INSTANT = Long.MIN_VALUE;

    private final int worker;
    private final AttemptRing ring;

    AttemptRecorder(int worker, AttemptRing ring) {
        this.worker = worker;
        this.ring = ring;
    }

    /**
     * Records an attempt. Instants are readings of the run's nanosecond clock.
     *
     * @param request index of the request
     * @param operation id of the request's operation
     * @param attempt 1 for the first attempt, then 2, 3, ...
     * @param last whether the request has ended with this attempt
     * @param due when the request was due
     * @param begun when the request's first attempt was sent
     * @param sent when this attempt was sent
     * @param done when its outcome was known
     * @param firstByte when the head of the response had arrived, or {@link #NO_INSTANT} when that was not noted: the
     *     head of a complete response arrived with all of it then
     * @param sentBytes of the request, head and body, or {@link Attempt#UNKNOWN}
     */
    public void record(
            long request,
            int operation,
            int attempt,
            boolean last,
            long due,
            long begun,
            long sent,
            long done,
            long firstByte,
            int sentBytes,
            Outcome outcome) {
        int offset = ring.claim();
        long[] records = ring.records();
        records[offset] = request;
        records[offset + 1] = due;
        records[offset + 2] = begun;
        records[offset + 3] = sent;
        records[offset + 4] = done;
        long firstByteUs = firstByte == NO_INSTANT ? Attempt.UNKNOWN : (firstByte - sent) / 1_000;
        if (outcome instanceof Response response) {
            if (firstByte == NO_INSTANT) {
                firstByteUs = (done - sent) / 1_000;
            }
            int failedCheck = Attempt.NO_FAILURE;
            if (response.failedCheck() != null) {
                failedCheck = FailureKind.CHECK.ordinal();
                ring.collector().noteFailure(new Failure(FailureKind.CHECK, response.failedCheck()));
            }
            records[offset + 5] = Attempt.packBytes(response.bytes(), sentBytes);
            records[offset + 6] = Attempt.pack(attempt, operation, last, response.ok(), response.status(), failedCheck);
        } else {
            Failure failure = (Failure) outcome;
            ring.collector().noteFailure(failure);
            records[offset + 5] = Attempt.packBytes(0, failure.kind().beforeSending() ? 0 : sentBytes);
            records[offset + 6] = Attempt.pack(
                    attempt,
                    operation,
                    last,
                    false,
                    Attempt.NO_STATUS,
                    failure.kind().ordinal());
        }
        records[offset + 7] = Attempt.packWorker(worker, firstByteUs);
        ring.publish();
    }

    /**
     * Counts why an iteration ended early, among the reasons of failed attempts.
     *
     * @param problem one user-facing line
     */
    public void noteProblem(String problem) {
        ring.collector().noteFailure(new Failure(FailureKind.CHECK, problem));
    }

    /**
     * Records an iteration, after all its attempts.
     *
     * @param iteration its index
     * @param scenario the id of its scenario
     * @param end how it ended
     * @param late whether it began later than its pace required
     * @param due when it was due
     * @param begun when it began
     * @param done when it ended
     * @param cycleNanos since the worker's previous iteration began; 0 for the first one
     * @param thinkingNanos sum of its think times
     */
    public void recordIteration(
            long iteration,
            int scenario,
            Attempt.End end,
            boolean late,
            long due,
            long begun,
            long done,
            long cycleNanos,
            long thinkingNanos) {
        int offset = ring.claim();
        long[] records = ring.records();
        records[offset] = iteration;
        records[offset + 1] = due;
        records[offset + 2] = begun;
        records[offset + 3] = thinkingNanos;
        records[offset + 4] = done;
        records[offset + 5] = cycleNanos;
        records[offset + 6] = Attempt.packIteration(scenario, end, late);
        records[offset + 7] = worker;
        ring.publish();
    }
}
