package io.github.swipestorm.client.http;

/**
 * A complete response.
 *
 * @param status 200 to 999 (informational responses are skipped)
 * @param bytes length of the body that was received
 * @param expected whether the operation expects the status
 * @param failedCheck what a check found wrong with it, one user-facing line; null when it passed all
 */
public record Response(int status, long bytes, boolean expected, String failedCheck) implements Outcome {

    /** A response to an operation that expects 2xx and has no checks. */
    public Response(int status, long bytes) {
        this(status, bytes, StatusSet.SUCCESSFUL.contains(status), null);
    }

    /** Whether the operation expects its status, and it passed all checks. */
    @Override
    public boolean ok() {
        return expected && failedCheck == null;
    }
}
