package io.github.swipestorm.client.calibration;

import io.github.swipestorm.client.http.Check;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.ReceivedResponse;
import io.github.swipestorm.client.http.StatusSet;
import io.github.swipestorm.client.workload.Requests;
import io.github.swipestorm.client.workload.Workload;
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
        public Optional<String> problem(ReceivedResponse response) {
            check.problem(response);
            return Optional.empty();
        }
    }

    @Override
    public Requests requests(long seed) {
        return inner.requests(seed).with(operations());
    }
}
