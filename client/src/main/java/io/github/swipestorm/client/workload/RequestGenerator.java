package io.github.swipestorm.client.workload;

import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Request;
import java.util.Arrays;

/**
 * Generates requests one after the other in the same buffer, without allocating. The same index gives the same request,
 * on any thread and in any order. Not thread-safe.
 */
public interface RequestGenerator {

    /**
     * Generates a request, replacing the previous one.
     *
     * @param index its number in the run, from 0
     * @return its operation
     */
    Operation compose(long index);

    /**
     * The buffer with the request's body, which starts at the first byte; valid until the next request is generated.
     */
    byte[] body();

    /** Length of that body in bytes, 0 when it has none. */
    int bodyLength();

    /** Generates a request that may be kept. */
    default Request request(long index) {
        Operation template = compose(index);
        return new Request(template, Arrays.copyOf(body(), bodyLength()));
    }
}
