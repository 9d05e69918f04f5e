package io.github.swipestorm.client.workload;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.TraceIds;

/**
 * The header {@code traceparent} (W3C Trace Context, version 00) of a share of all requests. Which requests have it, and their ids,
 * follow from the seed and the number of the request alone, so that the records can say them as well. Attempts of one request have
 * the same ids.
 *
 * @param share of the requests, above 0 and at most 1
 */
public record Traceparent(double share) {

    private static final byte[] START = "traceparent: 00-".getBytes(ISO_8859_1);
    private static final byte[] END = "-01\r\n".getBytes(ISO_8859_1);
    private static final int SPAN_LENGTH = 16;
    private static final int LINE_LENGTH = START.length + TraceIds.LENGTH + 1 + SPAN_LENGTH + END.length;
    private static final byte[] DIGITS = "0123456789abcdef".getBytes(ISO_8859_1);

    /** Keeps the random numbers of ids apart from those that the requests use. */
    private static final long OWN_NUMBERS = 0x7472_6163_6570_6172L;

    /** @throws IllegalArgumentException when it is no such share */
    public Traceparent {
        if (!(share > 0 && share <= 1)) {
            throw new IllegalArgumentException("A share is above 0 and at most 1, not " + share);
        }
    }

    /** The trace ids of the requests of a seed. Not thread-safe. */
    private final class Ids implements TraceIds {

        private final IndexedRandom random;

        private Ids(long seed) {
            random = new IndexedRandom(seed ^ OWN_NUMBERS);
        }

        @Override
        public int append(long request, byte[] into, int at) {
            random.startAt(request);
            if (random.uniform() >= share) {
                return at;
            }
            int middle = appendHex(random.next(), into, at);
            // An id of zeros is invalid.
            return appendHex(random.next() | 1, into, middle);
        }

        /** Writes the header's line; returns the position after it. */
        private int appendLine(long request, byte[] into, int at) {
            System.arraycopy(START, 0, into, at, START.length);
            int from = at + START.length;
            int to = append(request, into, from);
            if (to == from) {
                return at;
            }
            into[to] = '-';
            to = appendHex(random.next() | 1, into, to + 1);
            System.arraycopy(END, 0, into, to, END.length);
            return to + END.length;
        }
    }

    /** The trace ids of the requests of a seed. */
    public TraceIds ids(long seed) {
        return new Ids(seed);
    }

    private static int appendHex(long bits, byte[] into, int at) {
        for (int i = 0; i < Long.BYTES * 2; i++) {
            into[at + i] = DIGITS[(int) (bits >>> (60 - 4 * i)) & 0xf];
        }
        return at + Long.BYTES * 2;
    }

    /** These requests with the header. */
    public Requests with(Requests requests, long seed) {
        return () -> new TracedGenerator(requests.generator(), new TracedRequest(new Ids(seed)));
    }

    /** These iterations, whose requests have the header. */
    public Iterations with(Iterations iterations, long seed) {
        return new TracedIterations(iterations, this, seed);
    }

    /** A request with one more header, in a buffer that is used again. */
    private static final class TracedRequest implements ComposedRequest.Forwarding {

        private final Ids ids;
        private byte[] headers = new byte[4 * LINE_LENGTH];
        private int length;
        private ComposedRequest inner;

        private TracedRequest(Ids ids) {
            this.ids = ids;
        }

        /** Takes the place of a request that was composed, until the next call. */
        private TracedRequest of(ComposedRequest composed, long request) {
            inner = composed;
            int own = composed.headersLength();
            if (headers.length < own + LINE_LENGTH) {
                headers = new byte[2 * own + LINE_LENGTH];
            }
            System.arraycopy(composed.headers(), 0, headers, 0, own);
            length = ids.appendLine(request, headers, own);
            return this;
        }

        @Override
        public ComposedRequest composed() {
            return inner;
        }

        @Override
        public byte[] headers() {
            return headers;
        }

        @Override
        public int headersLength() {
            return length;
        }
    }

    /** Composes requests with the header. */
    private record TracedGenerator(RequestGenerator generator, TracedRequest traced) implements Requests.Forwarding {

        @Override
        public void compose(long index, int worker) {
            generator.compose(index, worker);
            traced.of(generator, index);
        }

        @Override
        public byte[] headers() {
            return traced.headers();
        }

        @Override
        public int headersLength() {
            return traced.headersLength();
        }
    }

    /** Iterations whose requests have the header. */
    private record TracedIterations(Iterations inner, Traceparent header, long seed) implements Iterations.Forwarding {

        @Override
        public Users users() {
            Users users = inner.users();
            TracedRequest traced = new TracedRequest(header.new Ids(seed));
            return (worker, firstIteration) ->
                    new TracedUser(users.user(worker, firstIteration), traced, requestsPerIteration(), firstIteration);
        }
    }

    /** A user whose requests have the header. */
    private static final class TracedUser implements VirtualUser.Forwarding {

        private final VirtualUser inner;
        private final TracedRequest traced;
        private final int requestsPerIteration;
        private final long first;
        private long iteration;

        private TracedUser(VirtualUser inner, TracedRequest traced, int requestsPerIteration, long first) {
            this.inner = inner;
            this.traced = traced;
            this.requestsPerIteration = requestsPerIteration;
            this.first = first;
        }

        @Override
        public VirtualUser inner() {
            return inner;
        }

        @Override
        public void begin(long index) {
            inner.begin(index);
            iteration = first + index;
        }

        @Override
        public ComposedRequest compose() {
            return traced.of(inner.compose(), iteration * requestsPerIteration + inner.ordinal());
        }
    }
}
