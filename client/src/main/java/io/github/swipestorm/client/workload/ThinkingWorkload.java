package io.github.swipestorm.client.workload;

import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Target;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A workload whose users pause after each request. It wraps another workload and sends its requests; a think time follows from
 * the seed and the request's index. Pauses of the wrapped workload itself are added.
 *
 * @param inner the wrapped workload, which is sent
 * @param think the pause after each request
 */
public record ThinkingWorkload(Workload inner, ThinkTime think) implements Workload {

    /** Keeps the random numbers of think times apart from those that the requests use. */
    private static final long OWN_NUMBERS = 0x7468_696e_6b54_696dL;

    /** The workload whose requests are sent: the wrapped one of a workload with think times, otherwise the workload itself. */
    public static Workload sent(Workload workload) {
        return workload instanceof ThinkingWorkload thinking ? sent(thinking.inner) : workload;
    }

    /** The pause after each request of a workload; empty when it does not think, or says itself when. */
    public static Optional<ThinkTime> think(Workload workload) {
        return workload instanceof ThinkingWorkload thinking ? Optional.of(thinking.think) : Optional.empty();
    }

    @Override
    public String name() {
        return inner.name();
    }

    @Override
    public List<Operation> operations() {
        return inner.operations();
    }

    @Override
    public List<Double> shares() {
        return inner.shares();
    }

    @Override
    public OptionalLong mostRequests() {
        return inner.mostRequests();
    }

    @Override
    public Optional<String> source() {
        return inner.source();
    }

    @Override
    public List<String> secrets() {
        return inner.secrets();
    }

    @Override
    public List<Role> roles() {
        return inner.roles();
    }

    @Override
    public Requests requests(long seed) {
        return inner.requests(seed);
    }

    @Override
    public Optional<Iterations> iterations(long seed, Target target) {
        return Optional.of(new ThinkingIterations(
                inner.iterations(seed, target).orElseGet(() -> new SingleSteps(inner.name(), inner.requests(seed))),
                think,
                seed ^ OWN_NUMBERS));
    }

    /** Its name. */
    @Override
    public String toString() {
        return name();
    }

    /** Each iteration is one request. */
    private record SingleSteps(String name, Requests requests) implements Iterations {

        @Override
        public List<String> scenarios() {
            return List.of(name);
        }

        @Override
        public int requestsPerIteration() {
            return 1;
        }

        @Override
        public Users users() {
            RequestGenerator generator = requests.generator();
            return (worker, firstIteration) -> new SingleStep(generator, worker, firstIteration);
        }
    }

    /** A user with a single step. */
    private static final class SingleStep implements VirtualUser {

        private final RequestGenerator generator;
        private final int worker;
        private final long first;
        private long iteration;
        private boolean done;

        private SingleStep(RequestGenerator generator, int worker, long first) {
            this.generator = generator;
            this.worker = worker;
            this.first = first;
        }

        @Override
        public void begin(long index) {
            iteration = index;
            done = false;
        }

        @Override
        public int scenario() {
            return 0;
        }

        @Override
        public Next next() {
            Next next = done ? Next.COMPLETED : Next.REQUEST;
            done = true;
            return next;
        }

        @Override
        public long thinkNanos() {
            return 0;
        }

        @Override
        public int ordinal() {
            return 0;
        }

        @Override
        public ComposedRequest compose() {
            generator.compose(first + iteration, worker);
            return generator;
        }

        @Override
        public Outcome received(Outcome outcome) {
            return outcome;
        }
    }

    /** Adds a pause after each request. */
    private record ThinkingIterations(Iterations inner, ThinkTime think, long seed) implements Iterations.Forwarding {

        @Override
        public Users users() {
            Users users = inner.users();
            IndexedRandom random = new IndexedRandom(seed);
            return (worker, firstIteration) ->
                    new ThinkingUser(users.user(worker, firstIteration), this, random, firstIteration);
        }
    }

    /** A user who pauses after each request. */
    private static final class ThinkingUser implements VirtualUser.Forwarding {

        private final VirtualUser inner;
        private final ThinkingIterations iterations;
        private final IndexedRandom random;
        private final long first;
        private long iteration;
        /** Of the last request of this iteration; -1 before the first one. */
        private int lastOrdinal;

        private long thinkNanos;

        private ThinkingUser(VirtualUser inner, ThinkingIterations iterations, IndexedRandom random, long first) {
            this.inner = inner;
            this.iterations = iterations;
            this.random = random;
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
            lastOrdinal = -1;
        }

        @Override
        public Next next() {
            Next next = inner.next();
            thinkNanos = inner.thinkNanos();
            if (lastOrdinal >= 0) {
                random.startAt(iteration * iterations.requestsPerIteration() + lastOrdinal);
                thinkNanos += iterations.think.draw(random);
            }
            if (next == Next.REQUEST) {
                lastOrdinal = inner.ordinal();
            }
            return next;
        }

        @Override
        public long thinkNanos() {
            return thinkNanos;
        }
    }
}
