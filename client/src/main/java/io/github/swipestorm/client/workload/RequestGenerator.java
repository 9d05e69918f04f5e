package io.github.swipestorm.client.workload;

import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Request;
import java.util.Arrays;

/**
 * Makes one request after the other in the same place, without allocating. The same index gives the same request, whoever
 * asks and in whatever order. For one thread.
 */
public interface RequestGenerator {

    /**
     * Makes a request, over the one before.
     *
     * @param index its number in the run, from 0
     * @return its template
     */
    Operation compose(long index);

    /** Where the body of the request that was made stands, from the first byte on; valid until the next one is made. */
    byte[] body();

    /** Length of that body in bytes, 0 when it has none. */
    int bodyLength();

    /** Makes a request that may be kept. */
    default Request request(long index) {
        Operation template = compose(index);
        return new Request(template, Arrays.copyOf(body(), bodyLength()));
    }
}
