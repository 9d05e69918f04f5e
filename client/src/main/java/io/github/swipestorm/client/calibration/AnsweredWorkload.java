package io.github.swipestorm.client.calibration;

import io.github.swipestorm.client.http.Check;
import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.ReceivedResponse;
import io.github.swipestorm.client.http.StatusSet;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.workload.Iterations;
import io.github.swipestorm.client.workload.RequestGenerator;
import io.github.swipestorm.client.workload.Requests;
import io.github.swipestorm.client.workload.Role;
import io.github.swipestorm.client.workload.VirtualUser;
import io.github.swipestorm.client.workload.Workload;
import io.github.swipestorm.client.workload.mix.HttpWorkload;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A workload for a responder that gives every request the same answer, which is ok. Checks are made, because they cost the client
 * as much as in a run; what they find is ignored.
 *
 * @param inner what is sent
 */
record AnsweredWorkload(Workload inner) implements Workload {

    @Override
    public String name() {
        return inner.name();
    }

    @Override
    public Optional<String> source() {
        return inner.source();
    }

    @Override
    public OptionalLong mostRequests() {
        return inner.mostRequests();
    }

    @Override
    public List<String> secrets() {
        return inner.secrets();
    }

    @Override
    public List<Operation> operations() {
        return inner.operations().stream().map(AnsweredWorkload::answered).toList();
    }

    private static Operation answered(Operation operation) {
        return new Operation(
                operation.id(),
                operation.name(),
                operation.method(),
                operation.path(),
                operation.headers(),
                operation.sendsBody(),
                StatusSet.SUCCESSFUL,
                operation.checks().stream().<Check>map(Ignored::new).toList(),
                operation.pathVaries());
    }

    /** A check whose finding does not count. */
    private record Ignored(Check check) implements Check {

        @Override
        public boolean readsHeaders() {
            return check.readsHeaders();
        }

        @Override
        public boolean readsBody() {
            return check.readsBody();
        }

        @Override
        public boolean keepsResponse() {
            return check.keepsResponse();
        }

        @Override
        public Optional<String> problem(ReceivedResponse response) {
            check.problem(response);
            return Optional.empty();
        }
    }

    /** Roles without rates of their own: calibration sends as fast as it can. */
    @Override
    public List<Role> roles() {
        return inner.roles().stream()
                .map(role -> new Role(role.scenario(), role.workers(), Optional.empty()))
                .toList();
    }

    @Override
    public Requests requests(long seed) {
        Requests requests = inner.requests(seed);
        Operation[] answered = operations().toArray(Operation[]::new);
        return () -> new Generated(requests.generator(), answered);
    }

    /**
     * The steps of scenarios one after the other, without think times. Steps look for what they take from responses, because that
     * costs the client something, and go on with a fixed text.
     */
    @Override
    public Optional<Iterations> iterations(long seed, Target target) {
        Operation[] answered = operations().toArray(Operation[]::new);
        return inner instanceof HttpWorkload mix
                ? mix.rehearsal(seed, target).map(iterations -> new Answers(iterations, answered))
                : Optional.empty();
    }

    private record Answers(Iterations inner, Operation[] operations) implements Iterations {

        @Override
        public List<String> scenarios() {
            return inner.scenarios();
        }

        @Override
        public int requestsPerIteration() {
            return inner.requestsPerIteration();
        }

        @Override
        public boolean newConnections() {
            return inner.newConnections();
        }

        @Override
        public Users users() {
            Users users = inner.users();
            return (worker, first) -> new User(users.user(worker, first), operations);
        }
    }

    /** A user who does not think. */
    private static final class User implements VirtualUser {

        private final VirtualUser inner;
        private final Composed composed;

        private User(VirtualUser inner, Operation[] operations) {
            this.inner = inner;
            this.composed = new Composed(operations);
        }

        @Override
        public void begin(long iteration) {
            inner.begin(iteration);
        }

        @Override
        public int scenario() {
            return inner.scenario();
        }

        @Override
        public Next next() {
            return inner.next();
        }

        @Override
        public long thinkNanos() {
            return 0;
        }

        @Override
        public int ordinal() {
            return inner.ordinal();
        }

        @Override
        public ComposedRequest compose() {
            composed.inner = inner.compose();
            return composed;
        }

        @Override
        public Outcome received(Outcome outcome) {
            return inner.received(outcome);
        }

        @Override
        public boolean startsUnconnected() {
            return inner.startsUnconnected();
        }
    }

    /** A request of an operation that expects the responder's answer. */
    private static class Composed implements ComposedRequest {

        private final Operation[] operations;
        private ComposedRequest inner;

        private Composed(Operation[] operations) {
            this.operations = operations;
        }

        @Override
        public Operation operation() {
            return operations[inner.operation().id()];
        }

        @Override
        public byte[] path() {
            return inner.path();
        }

        @Override
        public int pathLength() {
            return inner.pathLength();
        }

        @Override
        public byte[] headers() {
            return inner.headers();
        }

        @Override
        public int headersLength() {
            return inner.headersLength();
        }

        @Override
        public byte[] body() {
            return inner.body();
        }

        @Override
        public int bodyLength() {
            return inner.bodyLength();
        }
    }

    private static final class Generated extends Composed implements RequestGenerator {

        private final RequestGenerator generator;

        private Generated(RequestGenerator generator, Operation[] operations) {
            super(operations);
            this.generator = generator;
            super.inner = generator;
        }

        @Override
        public void compose(long index, int worker) {
            generator.compose(index, worker);
        }
    }
}
