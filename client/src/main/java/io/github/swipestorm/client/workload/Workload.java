package io.github.swipestorm.client.workload;

import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Request;
import java.util.List;

/**
 * What to send. A request is a pure function of its index, so that the same seed gives the same requests whatever
 * sending model, transport and number of workers carries them. Safe for any number of threads.
 */
public interface Workload {

    /** All templates that requests are made from; a template's id is its place in this list. */
    List<Operation> templates();

    /** A composer of these requests for one thread. */
    RequestGenerator composer();

    /**
     * Makes a request that may be kept.
     *
     * @param index its number in the run, from 0
     */
    default Request request(long index) {
        return composer().request(index);
    }
}
