package io.github.swipestorm.client.calibration;

import io.github.swipestorm.client.http.Check;
import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.ReceivedResponse;
import io.github.swipestorm.client.http.StatusSet;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.workload.Iterations;
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
        return inner.requests(seed).with(operations());
    }

    /**
     * The steps of scenarios one after the other, without think times. Steps look for what they take from responses, because that
     * costs the client something, and go on with a fixed text.
     */
    @Override
    public Optional<Iterations> iterations(long seed, Target target) {
        Operation[] answered = operations().toArray(Operation[]::new);
        return inner instanceof HttpWorkload mix
                ? mix.calibrationIterations(seed, target).map(iterations -> new Answers(iterations, answered))
                : Optional.empty();
    }

    private record Answers(Iterations inner, Operation[] operations) implements Iterations.Forwarding {

        @Override
        public Users users() {
            Users users = inner.users();
            return (worker, first) -> new User(users.user(worker, first), operations);
        }
    }

    /** A user who does not think, and whose requests are of operations that expect the responder's answer. */
    private static final class User implements VirtualUser.Forwarding, ComposedRequest.Forwarding {

        private final VirtualUser inner;
        private final Operation[] operations;
        private ComposedRequest composed;

        private User(VirtualUser inner, Operation[] operations) {
            this.inner = inner;
            this.operations = operations;
        }

        @Override
        public VirtualUser inner() {
            return inner;
        }

        @Override
        public long thinkNanos() {
            return 0;
        }

        @Override
        public long paceNanos() {
            return 0;
        }

        @Override
        public ComposedRequest compose() {
            composed = inner.compose();
            return this;
        }

        @Override
        public ComposedRequest composed() {
            return composed;
        }

        @Override
        public Operation operation() {
            return operations[composed.operation().id()];
        }
    }
}
