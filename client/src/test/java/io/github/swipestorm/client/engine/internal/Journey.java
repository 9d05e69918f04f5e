package io.github.swipestorm.client.engine.internal;

import io.github.swipestorm.client.http.ComposedRequest;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Outcome;
import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.http.StatusSet;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.workload.Iterations;
import io.github.swipestorm.client.workload.Requests;
import io.github.swipestorm.client.workload.Role;
import io.github.swipestorm.client.workload.VirtualUser;
import io.github.swipestorm.client.workload.Workload;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Iterations of three requests, whose paths say which they are: iteration, step and worker.
 *
 * @param think before each request but the first, and at the end of an iteration
 * @param pace of iterations
 * @param everyFails in every such iteration, beginning with the first, the second step expects what no server sends; 0 for none
 * @param afterFailure what follows a failed step
 * @param reconnects whether iterations begin without a connection
 * @param roles of the workers, the first one for the scenario "even"
 */
record Journey(
        Duration think,
        Duration pace,
        int everyFails,
        VirtualUser.Next afterFailure,
        boolean reconnects,
        List<Role> roles)
        implements Workload, Iterations {

    static final int STEPS = 3;

    private static final List<Operation> OPERATIONS = List.of(
            new Operation(0, "step", "GET", "/step", List.of(), false, StatusSet.SUCCESSFUL, List.of()),
            new Operation(1, "wrong", "GET", "/wrong", List.of(), false, StatusSet.parse("599"), List.of()));

    /** Without think time and failures. */
    static Journey plain() {
        return new Journey(Duration.ZERO, Duration.ZERO, 0, VirtualUser.Next.ABANDONED, false, List.of());
    }

    static Journey thinking(Duration think) {
        return new Journey(think, Duration.ZERO, 0, VirtualUser.Next.ABANDONED, false, List.of());
    }

    static Journey failing(int every, VirtualUser.Next afterFailure) {
        return new Journey(Duration.ZERO, Duration.ZERO, every, afterFailure, false, List.of());
    }

    static Journey withRoles(Role... roles) {
        return new Journey(Duration.ZERO, Duration.ZERO, 0, VirtualUser.Next.ABANDONED, false, List.of(roles));
    }

    @Override
    public String name() {
        return "journey";
    }

    @Override
    public List<Operation> operations() {
        return OPERATIONS;
    }

    @Override
    public Requests requests(long seed) {
        return Requests.of(index -> new Request(OPERATIONS.get(0), new byte[0]));
    }

    @Override
    public Optional<Iterations> iterations(long seed, Target target) {
        return Optional.of(this);
    }

    @Override
    public List<String> scenarios() {
        return List.of("even", "odd");
    }

    @Override
    public int requestsPerIteration() {
        return STEPS;
    }

    @Override
    public Users users() {
        return User::new;
    }

    private final class User implements VirtualUser {

        private final int worker;
        private final long first;
        private long iteration;
        private int step;
        private boolean failed;

        private User(int worker, long first) {
            this.worker = worker;
            this.first = first;
        }

        @Override
        public void begin(long index) {
            iteration = first + index;
            step = -1;
            failed = false;
        }

        @Override
        public int scenario() {
            return (int) (iteration % 2);
        }

        @Override
        public Next next() {
            if (failed) {
                return afterFailure;
            }
            return ++step < STEPS ? Next.REQUEST : Next.COMPLETED;
        }

        @Override
        public long thinkNanos() {
            return step == 0 ? 0 : think.toNanos();
        }

        @Override
        public int ordinal() {
            return step;
        }

        @Override
        public ComposedRequest compose() {
            boolean wrong = step == 1 && everyFails > 0 && iteration % everyFails == 0;
            String path = "/i" + iteration + "/s" + step + "/w" + worker;
            byte[] bytes = path.getBytes(StandardCharsets.US_ASCII);
            return new Request(OPERATIONS.get(wrong ? 1 : 0), bytes, new byte[0], new byte[0]);
        }

        @Override
        public Outcome received(Outcome outcome) {
            failed = !outcome.ok();
            return outcome;
        }

        @Override
        public long paceNanos() {
            return pace.toNanos();
        }

        @Override
        public boolean startsUnconnected() {
            return reconnects;
        }
    }
}
