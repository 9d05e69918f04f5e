package io.github.swipestorm.client.engine.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.engine.ClientLimitException;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.http.Response;
import io.github.swipestorm.client.testing.Plans;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WorkerGroupTest {

    /** What the JVM says of heap. */
    private static final String NO_HEAP = "Java heap space";
    /** What it says of threads. */
    private static final String NO_THREAD =
            "unable to create native thread: possibly out of memory or process/resource limits reached";

    @Test
    @Tag("fault")
    @DisplayName(
            "The system has no further thread -> the run is not made with fewer: one line with how many there are and"
                    + " what to do, exit code 1")
    void a_machine_without_another_thread_is_a_limit_of_the_client() {
        AtomicInteger made = new AtomicInteger();
        ThreadFactory three = task -> new Thread(task) {
            @Override
            public void start() {
                if (made.incrementAndGet() > 3) {
                    throw new OutOfMemoryError(NO_THREAD);
                }
                super.start();
            }
        };
        WorkerGroup group = new WorkerGroup(NanoClock.SYSTEM, 5, three, death -> {});
        WorkerGroup.Task nothing = () -> {};
        for (int i = 0; i < 3; i++) {
            group.start(nothing, nothing);
        }

        assertThatExceptionOfType(ClientLimitException.class)
                .isThrownBy(() -> group.start(nothing, nothing))
                .withMessageContainingAll("only 3 of", "or transport nio", "ulimit -u");
        group.openGate();
        assertThat(group.awaitEnd(10_000_000_000L)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {NO_HEAP, NO_THREAD})
    @Tag("fault")
    @DisplayName(
            "The heap, or the threads, come to their end in the middle of a run -> the run ends; what was measured is"
                    + " reported as the part it is, with a verdict of the client, and what to do")
    void a_worker_that_dies_for_want_of_memory_ends_the_run_as_a_limit_of_the_client(String what) throws Exception {
        ScriptedTransport transport = new ScriptedTransport((request, attempt, overall) -> {
            if (overall == 100) {
                throw new IllegalStateException("no room", new OutOfMemoryError(what));
            }
            return new Response(201, 10);
        });

        RunResult result = transport
                .runner(NanoClock.SYSTEM)
                .run(Plans.plan(Plans.NOWHERE).requests(1_000_000).build(), new StopSignal(), RunObserver.NONE);

        assertThat(result.reason()).isEqualTo(StopReason.CLIENT_LIMIT);
        assertThat(result.counts().ok()).isEqualTo(99);
        assertThat(result.violations()).isEmpty();
        assertThat(result.allOk()).isFalse();
        assertThat(result.workerDeath())
                .hasValueSatisfying(death -> assertThat(death)
                        .contains(what, "fewer threads")
                        .contains(what.equals(NO_HEAP) ? "-Xmx" : "ulimit -u"));
    }

    @Test
    void the_error_that_killed_a_member_is_reported_once() throws Exception {
        AtomicReference<Throwable> reported = new AtomicReference<>();
        WorkerGroup group = new WorkerGroup(NanoClock.SYSTEM, 1, Thread::new, reported::set);
        IllegalStateException planted = new IllegalStateException("planted");
        group.start(() -> {}, () -> {
            throw planted;
        });

        group.openGate();

        assertThat(group.awaitEnd(10_000_000_000L)).isTrue();
        assertThat(reported.get()).isSameAs(planted);
        assertThat(group.death()).containsSame(planted);
    }
}
