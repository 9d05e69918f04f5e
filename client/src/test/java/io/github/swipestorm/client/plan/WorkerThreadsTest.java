package io.github.swipestorm.client.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.testing.AnsweringServer;
import io.github.swipestorm.client.testing.Plans;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The same work on every kind of worker thread. */
class WorkerThreadsTest {

    static Stream<Arguments> everyModelOnEveryKind() {
        return SendingModel.REGISTRY.all().stream()
                .flatMap(model -> Arrays.stream(WorkerThreads.values()).map(kind -> Arguments.of(model, kind)));
    }

    @ParameterizedTest
    @MethodSource("everyModelOnEveryKind")
    void every_model_sends_exactly_the_planned_requests(SendingModel model, WorkerThreads kind)
            throws InterruptedException {
        assumeTrue(kind.available(), "this Java has no virtual threads");
        try (AnsweringServer server = new AnsweringServer(n -> 201)) {
            LoadPlan plan = Plans.plan(server.target())
                    .model(model)
                    .workerThreads(kind)
                    .threads(25)
                    .requests(1_013)
                    .build();
            RunResult result =
                    new LocalRunner(RecordingSettings.NO_FILES).run(plan, new StopSignal(), RunObserver.NONE);

            assertThat(result.allOk()).isTrue();
            assertThat(server.requests()).isEqualTo(1_013);
        }
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void virtual_threads_are_virtual() throws Exception {
        Thread thread = WorkerThreads.VIRTUAL.factory().newThread(() -> {});
        assertThat((boolean) Thread.class.getMethod("isVirtual").invoke(thread)).isTrue();
    }

    @Test
    @EnabledForJreRange(max = JRE.JAVA_20)
    void a_java_without_virtual_threads_refuses_the_plan_and_names_the_remedy() {
        LoadPlan.Builder plan = Plans.plan(Plans.NOWHERE).requests(1).workerThreads(WorkerThreads.VIRTUAL);
        assertThatThrownBy(plan::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Java 21 or newer")
                .hasMessageContaining("virtual threads");
    }
}
