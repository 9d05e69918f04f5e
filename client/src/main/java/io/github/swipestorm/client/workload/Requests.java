package io.github.swipestorm.client.workload;

import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Request;
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
        return () -> new RequestGenerator() {
            private Request last;

            @Override
            public Operation compose(long index) {
                last = request.apply(index);
                return last.template();
            }

            @Override
            public byte[] body() {
                return last.body();
            }

            @Override
            public int bodyLength() {
                return last.body().length;
            }
        };
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

    /** A generator that begins at a later index. */
    record Later(long firstIndex, RequestGenerator generator) implements RequestGenerator {

        @Override
        public Operation compose(long index) {
            return generator.compose(firstIndex + index);
        }

        @Override
        public byte[] body() {
            return generator.body();
        }

        @Override
        public int bodyLength() {
            return generator.bodyLength();
        }
    }
}
