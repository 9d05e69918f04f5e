package io.github.swipestorm.client.http;

/**
 * A complete response.
 *
 * @param status 200 to 999 (informational responses are skipped)
 * @param bytes length of the body that was received
 */
public record Response(int status, long bytes) implements Outcome {

    /** True for the statuses that RFC 9110 calls successful: 2xx. */
    @Override
    public boolean ok() {
        return status >= 200 && status < 300;
    }
}
