package io.github.swipestorm.client.record;

import io.github.swipestorm.client.http.Failure;
import io.github.swipestorm.client.http.FailureKind;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Response;

/** All fields of an attempt: what a test writes into a recorder, or what came out of it. */
record AttemptCopy(
        int worker,
        long request,
        int operation,
        int attempt,
        boolean last,
        long due,
        long begun,
        long sent,
        long done,
        int status,
        FailureKind failure,
        long bytes,
        long firstByteUs,
        int sentBytes) {

    /** How long the longest of {@link #any} waited for its response's head. */
    private static final long LONGEST_US = (1L << 39) - 1;

    static AttemptCopy of(Attempt attempt) {
        return new AttemptCopy(
                attempt.worker(),
                attempt.request(),
                attempt.operation(),
                attempt.attempt(),
                attempt.last(),
                attempt.due(),
                attempt.begun(),
                attempt.sent(),
                attempt.done(),
                attempt.status(),
                attempt.failure(),
                attempt.bytes(),
                attempt.firstByteUs(),
                attempt.sentBytes());
    }

    /** Any attempt: different numbers give attempts that differ in every field, extremes included. */
    static AttemptCopy any(int worker, long number) {
        boolean failed = number % 3 == 0;
        FailureKind[] kinds = FailureKind.values();
        return new AttemptCopy(
                worker,
                number % 7 == 0 ? Long.MAX_VALUE - number : number,
                (int) (number % 65_536),
                (int) (1 + number % 10_001),
                number % 2 == 0,
                -number,
                number * 31,
                Long.MIN_VALUE + number,
                Long.MAX_VALUE - number,
                failed ? 0 : (int) (200 + number % 800),
                failed ? kinds[(int) (number % kinds.length)] : null,
                failed ? 0 : (int) (number << 20) & Integer.MAX_VALUE,
                failed ? Attempt.UNKNOWN : number % 4 == 0 ? LONGEST_US : number,
                failed ? 0 : (int) (Integer.MAX_VALUE - number));
    }

    void recordInto(AttemptRecorder recorder) {
        Outcome outcome = failure == null ? new Response(status, bytes) : new Failure(failure, "planted");
        long head = firstByteUs == Attempt.UNKNOWN ? AttemptRecorder.NO_INSTANT : sent + firstByteUs * 1_000;
        recorder.record(request, operation, attempt, last, due, begun, sent, done, head, sentBytes, outcome);
    }
}
