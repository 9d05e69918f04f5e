package io.github.swipestorm.client.engine.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.SetupException;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.Plans;
import io.github.swipestorm.client.workload.Iterations;
import io.github.swipestorm.client.workload.Requests;
import io.github.swipestorm.client.workload.VirtualUser;
import io.github.swipestorm.client.workload.Workload;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What a workload does once before and after a run. */
class SetupTest {

    private static final Journey FAILING = Journey.failing(1, VirtualUser.Next.ABANDONED);

    /** The same journey, with others before and after the run. */
    private record Prepared(Journey journey, Optional<Iterations> beforeRun, Optional<Iterations> afterRun)
            implements Workload, Iterations {

        @Override
        public String name() {
            return "prepared";
        }

        @Override
        public List<Operation> operations() {
            return journey.operations();
        }

        @Override
        public Requests requests(long seed) {
            return journey.requests(seed);
        }

        @Override
        public Optional<Iterations> iterations(long seed, Target target) {
            return Optional.of(this);
        }

        @Override
        public List<String> scenarios() {
            return journey.scenarios();
        }

        @Override
        public int requestsPerIteration() {
            return journey.requestsPerIteration();
        }

        @Override
        public Users users() {
            return journey.users();
        }
    }

    private static RunResult run(EngineVariant way, FaultServer server, Journey before, Journey after) {
        return way.run(Plans.plan(server.target())
                .workload(new Prepared(Journey.plain(), Optional.ofNullable(before), Optional.ofNullable(after)))
                .threads(2)
                .requests(4));
    }

    @Test
    void steps_before_and_after_the_run_are_done_once_and_not_measured() {
        EngineVariant.each(EngineVariant.average(), way -> {
            try (FaultServer server = FaultServer.scripted(List.of())) {
                RunResult result = run(way, server, Journey.plain(), Journey.plain());

                assertThat(result.counts().ok()).isEqualTo(4 * Journey.STEPS);
                assertThat(server.received()).isEqualTo((1 + 4 + 1) * Journey.STEPS);
                assertThat(server.requests().subList(0, Journey.STEPS)).allMatch(request -> request.contains("/i0/"));
                assertThat(result.allOk()).isTrue();
            }
        });
    }

    @Test
    void a_run_whose_preparation_fails_sends_nothing() {
        EngineVariant.each(EngineVariant.average(), way -> {
            try (FaultServer server = FaultServer.scripted(List.of())) {
                assertThatThrownBy(() -> run(way, server, FAILING, null))
                        .hasRootCauseInstanceOf(SetupException.class)
                        .hasStackTraceContaining("steps before the run failed")
                        .hasStackTraceContaining("201");
                assertThat(server.received()).isEqualTo(2);
            }
        });
    }

    @Test
    void what_fails_after_the_run_is_a_problem_and_nothing_is_lost() {
        EngineVariant.each(EngineVariant.average(), way -> {
            try (FaultServer server = FaultServer.scripted(List.of())) {
                RunResult result = run(way, server, null, FAILING);

                assertThat(result.counts().ok()).isEqualTo(4 * Journey.STEPS);
                assertThat(result.recorded().problems())
                        .singleElement()
                        .asString()
                        .contains("after the run failed");
                assertThat(result.allOk()).isFalse();
            }
        });
    }
}
