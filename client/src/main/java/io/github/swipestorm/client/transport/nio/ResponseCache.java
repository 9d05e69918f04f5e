package io.github.swipestorm.client.transport.nio;

import io.github.swipestorm.client.http.Response;

/**
 * Returns the same object for the same response, so that a loop's usual responses cost no allocation. Not thread-safe.
 */
final class ResponseCache {

    private static final int PLACES = 256;

    private final Response[] known = new Response[PLACES];

    /** @param expected whether the operation expects the status */
    Response of(int status, long bytes, boolean expected) {
        int place = (int) ((status * 31L + bytes) & (PLACES - 1));
        Response response = known[place];
        if (response == null
                || response.status() != status
                || response.bytes() != bytes
                || response.expected() != expected) {
            response = new Response(status, bytes, expected, null);
            known[place] = response;
        }
        return response;
    }
}
