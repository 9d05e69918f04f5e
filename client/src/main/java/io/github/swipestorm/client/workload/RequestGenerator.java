package io.github.swipestorm.client.workload;

import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Request;
import java.util.Arrays;

/**
 * Composes requests one after the other in the same buffers, without allocating. The same index gives the same request,
 * on any thread and in any order. Not thread-safe.
 */
public interface RequestGenerator extends ComposedRequest {

    /**
     * Composes a request in place of the previous one; the other methods then return its parts.
     *
     * @param index its number in the run, from 0
     * @param worker that sends it, from 0; for requests that identify their sender
     */
    void compose(long index, int worker);

    /** Composes a request that may be kept. */
    default Request request(long index) {
        compose(index, 0);
        return new Request(
                operation(),
                Arrays.copyOf(path(), pathLength()),
                Arrays.copyOf(headers(), headersLength()),
                Arrays.copyOf(body(), bodyLength()));
    }
}
