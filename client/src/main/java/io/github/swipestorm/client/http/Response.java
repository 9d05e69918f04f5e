package io.github.swipestorm.client.http;

/**
 * A complete response.
 *
 * @param status 200 to 999 (informational responses are skipped), or {@link #NO_STATUS}
 * @param bytes length of the body that was received
 * @param expected whether the operation expects the status
 * @param failedCheck what a check found wrong with it, one user-facing line; null when it passed all
 * @param received its headers and body, as far as the operation reads them; null unless a check of the operation {@linkplain
 *     Check#keepsResponse keeps} them
 */
public record Response(int status, long bytes, boolean expected, String failedCheck, ReceivedResponse received)
        implements Outcome {

    /** The status of a response in a protocol that has none. */
    public static final int NO_STATUS = 0;

    /** A response of which nothing is kept. */
    public Response(int status, long bytes, boolean expected, String failedCheck) {
        this(status, bytes, expected, failedCheck, null);
    }

    /** A response to an operation that expects 2xx and has no checks. */
    public Response(int status, long bytes) {
        this(status, bytes, StatusSet.SUCCESSFUL.contains(status), null);
    }

    /** The same response, with which something is wrong. */
    public Response failing(String check) {
        return new Response(status, bytes, expected, check, received);
    }

    /** Whether the operation expects its status, and it passed all checks. */
    @Override
    public boolean ok() {
        return expected && failedCheck == null;
    }
}
