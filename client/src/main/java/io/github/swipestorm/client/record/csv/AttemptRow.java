package io.github.swipestorm.client.record.csv;

import io.github.swipestorm.client.http.StatusSet;

/**
 * One attempt as the per-request CSV tells it. Instants are microseconds since 1970-01-01T00:00Z.
 *
 * @param startUs when it was sent
 * @param method what kind of request, {@code POST} for instance
 * @param latencyUs its service time, done - sent, in microseconds; 0 or more
 * @param status the HTTP status of the reply, or {@link #NO_STATUS}
 * @param dueUs when it should have been sent
 * @param worker the worker that sent it, 0 or more, or {@link #UNKNOWN} in a file of the reference study
 * @param request index of the request it belongs to, 0 or more
 * @param attempt 1 for the request's first attempt
 * @param failure why there was no reply, one word such as {@code timeout}; empty when there was one
 * @param bytes size of the reply's body, or {@link #UNKNOWN} in a file of the reference study
 * @param target what was asked, a path or a URL; empty in a file of the reference study
 * @param ok whether there was a response with an expected status that passed all checks
 * @param operation name of its operation
 * @param firstByteUs time from sending until the head of the reply had arrived, in microseconds, or {@link #UNKNOWN}
 * @param sentBytes size of the request, head and body, or {@link #UNKNOWN}
 */
public record AttemptRow(
        long startUs,
        String method,
        long latencyUs,
        int status,
        long dueUs,
        int worker,
        long request,
        int attempt,
        String failure,
        long bytes,
        String target,
        boolean ok,
        String operation,
        long firstByteUs,
        int sentBytes) {

    /** The status of an attempt that got no reply, or one of a protocol without statuses. */
    public static final int NO_STATUS = 0;

    /** The worker, the bytes and the time to the first byte of a row that does not have them. */
    public static final int UNKNOWN = -1;

    /** A row of a file without these columns: its attempt was ok when its status was 2xx and nothing failed. */
    public AttemptRow(
            long startUs,
            String method,
            long latencyUs,
            int status,
            long dueUs,
            int worker,
            long request,
            int attempt,
            String failure,
            long bytes,
            String target) {
        this(
                startUs,
                method,
                latencyUs,
                status,
                dueUs,
                worker,
                request,
                attempt,
                failure,
                bytes,
                target,
                failure.isEmpty() && StatusSet.SUCCESSFUL.contains(status),
                operation(method, target),
                UNKNOWN,
                UNKNOWN);
    }

    /** The name of the operation in files of earlier versions, as in those of requests without a name. */
    static String operation(String method, String target) {
        return (method + " " + target).strip();
    }

    /** When it was done. */
    public long endUs() {
        return startUs + latencyUs;
    }

    /**
     * done - due in microseconds, never less than the service time: for its user, an attempt that was sent early was
     * not early.
     */
    public long responseTimeUs() {
        return Math.max(latencyUs, endUs() - dueUs);
    }
}
