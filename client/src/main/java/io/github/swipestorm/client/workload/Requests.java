package io.github.swipestorm.client.workload;

import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Request;
import java.util.List;
import java.util.function.LongFunction;

/** The endless sequence of a workload's requests: each is a pure function of its index. Thread-safe. */
@FunctionalInterface
public interface Requests {

    /** A generator of these requests for one thread. */
    RequestGenerator generator();

    /**
     * Requests that are created as objects, which is simple and allocates.
     *
     * @param request returns the request of an index, the same one on every call and every thread
     */
    static Requests of(LongFunction<Request> request) {
        return () -> new KeptRequests(request);
    }

    /**
     * Creates a request that may be kept.
     *
     * @param index its number in the run, from 0
     */
    default Request request(long index) {
        return generator().request(index);
    }

    /** These requests from a later index on. */
    default Requests from(long firstIndex) {
        Requests all = this;
        return () -> new Later(firstIndex, all.generator());
    }

    /**
     * The same requests, each of another operation.
     *
     * @param others by the ids of the operations that they replace
     */
    default Requests with(List<Operation> others) {
        Requests all = this;
        Operation[] operations = others.toArray(Operation[]::new);
        return () -> new Reassigned(operations, all.generator());
    }

    /** A generator that returns the parts of requests that are objects. */
    final class KeptRequests implements RequestGenerator, ComposedRequest.Forwarding {

        private final LongFunction<Request> requests;
        private Request last;

        private KeptRequests(LongFunction<Request> requests) {
            this.requests = requests;
        }

        @Override
        public void compose(long index, int worker) {
            last = requests.apply(index);
        }

        @Override
        public Request request(long index) {
            return requests.apply(index);
        }

        @Override
        public ComposedRequest composed() {
            return last;
        }
    }

    /** Delegates to another generator; implementations override what differs. */
    interface Forwarding extends RequestGenerator, ComposedRequest.Forwarding {

        /** The generator that calls are delegated to. */
        RequestGenerator generator();

        @Override
        default ComposedRequest composed() {
            return generator();
        }
    }

    /** A generator that begins at a later index. */
    record Later(long firstIndex, RequestGenerator generator) implements Requests.Forwarding {

        @Override
        public void compose(long index, int worker) {
            generator.compose(firstIndex + index, worker);
        }
    }

    /** A generator of requests of other operations. */
    record Reassigned(Operation[] operations, RequestGenerator generator) implements Requests.Forwarding {

        @Override
        public void compose(long index, int worker) {
            generator.compose(index, worker);
        }

        @Override
        public Operation operation() {
            return operations[generator.operation().id()];
        }
    }
}
