package io.github.swipestorm.client.engine.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.swipestorm.client.clock.RunClock;
import io.github.swipestorm.client.distribution.Average;
import io.github.swipestorm.client.distribution.LessBlocking;
import io.github.swipestorm.client.distribution.ModelSettings;
import io.github.swipestorm.client.distribution.RequestSource;
import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.testing.AnsweringServer;
import io.github.swipestorm.client.testing.Plans;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Workers of an open loop that begin only when they are needed. */
class WorkerPoolTest {

    private static final long MILLISECOND = 1_000_000;

    /** One request is due each millisecond. */
    private static LoadPlan.Builder plan(int threads, int most) {
        return Plans.plan(Plans.NOWHERE)
                .model(new LessBlocking())
                .rate("1000")
                .threads(threads)
                .maxThreads(most)
                .requests(1_000);
    }

    private static WorkerPool pool(LoadPlan plan, long start) {
        RunClock clock = new RunClock(() -> start);
        clock.start(start, 0);
        return new WorkerPool(
                plan, plan.stop(), clock, plan.openLoop().orElseThrow().schedule(plan.seed()));
    }

    private static RequestSource endless() {
        return new RequestSource() {
            private long next;

            @Override
            public long next() {
                return next++;
            }

            @Override
            public long poll() {
                return next++;
            }
        };
    }

    @Test
    void a_worker_begins_for_each_request_that_nobody_took_in_time() {
        long start = -3_000 * MILLISECOND;
        WorkerPool pool = pool(plan(2, 100).build(), start);
        RequestSource source = pool.counting(endless());
        source.poll();
        source.poll();

        assertThat(pool.grow(start + 7 * MILLISECOND))
                .as("the third was due 5 ms ago")
                .isFalse();
        assertThat(pool.grow(start + 8 * MILLISECOND))
                .as("late for the first time")
                .isFalse();
        assertThat(pool.grow(start + 12 * MILLISECOND)).as("late for 4 ms").isFalse();
        assertThat(pool.used()).isEqualTo(2);
        assertThat(pool.grow(start + 14 * MILLISECOND)).isTrue();
        assertThat(pool.used()).as("of the nine due by 9 ms, seven are late").isEqualTo(2 + 7);
    }

    @Test
    void a_delay_that_is_made_up_for_lets_nobody_begin() {
        WorkerPool pool = pool(plan(2, 100).build(), 0);
        RequestSource source = pool.counting(endless());

        assertThat(pool.grow(20 * MILLISECOND)).isFalse();
        for (int i = 0; i < 40; i++) {
            source.poll();
        }
        assertThat(pool.grow(26 * MILLISECOND)).isFalse();
        assertThat(pool.grow(50 * MILLISECOND)).as("late anew").isFalse();
        assertThat(pool.used()).isEqualTo(2);
    }

    @Test
    void no_more_than_the_most_begin_and_none_for_what_the_run_does_not_send() {
        WorkerPool full = pool(plan(2, 5).build(), 0);
        full.grow(100 * MILLISECOND);
        assertThat(full.grow(200 * MILLISECOND)).isTrue();
        assertThat(full.used()).isEqualTo(5);
        assertThat(full.grow(300 * MILLISECOND)).isFalse();

        WorkerPool brief = pool(plan(2, 100).requests(3).build(), 0);
        brief.grow(100 * MILLISECOND);
        brief.grow(200 * MILLISECOND);
        assertThat(brief.used()).as("three requests").isEqualTo(5);

        WorkerPool timed = pool(plan(2, 100).duration(Duration.ofMillis(4)).build(), 0);
        timed.grow(100 * MILLISECOND);
        timed.grow(200 * MILLISECOND);
        assertThat(timed.used()).as("four in 4 ms").isEqualTo(6);
    }

    @Test
    void a_source_without_anything_left_closes_the_pool() {
        WorkerPool pool = pool(plan(2, 5).build(), 0);
        RequestSource over = new RequestSource() {
            @Override
            public long next() {
                return FINISHED;
            }

            @Override
            public long poll() {
                return NONE_YET;
            }
        };

        pool.counting(over).poll();
        assertThat(pool.closed()).isFalse();
        pool.closing((index, free) -> DueTimes.NEVER, Optional.empty()).due(0, 0);
        assertThat(pool.closed()).isTrue();
    }

    @Test
    void a_run_whose_first_request_hangs_goes_on_with_further_workers_and_ends_without_the_rest() {
        List<EngineVariant> sharing = EngineVariant.all().stream()
                .filter(way ->
                        !way.model().equals(new Average()) && way.transport().pipeline() == 1)
                .toList();
        EngineVariant.each(sharing, way -> {
            CountDownLatch others = new CountDownLatch(3);
            try (AnsweringServer server = new AnsweringServer(number -> {
                if (number == 1) {
                    awaitUninterrupted(others);
                } else {
                    others.countDown();
                }
                return 201;
            })) {
                RunResult result = new LocalRunner()
                        .run(
                                way.of(Plans.plan(server.target()))
                                        .modelSettings(new ModelSettings(1, 2, 3))
                                        .rate("200")
                                        .threads(1)
                                        .maxThreads(30)
                                        .requests(20)
                                        .build(),
                                new StopSignal(),
                                RunObserver.NONE);

                assertThat(others.getCount()).isZero();
                assertThat(result.reason()).isEqualTo(StopReason.REQUESTS_USED_UP);
                assertThat(result.counts().ok()).isEqualTo(20);
                assertThat(result.violations()).isEmpty();
            }
        });
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void a_pool_grows_in_an_open_loop_only_and_where_sources_are_shared() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plan(2, 5).model(new Average()).build())
                .withMessageContaining("With the model average every worker owns a share");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plan(2, 5).closedLoop().build())
                .withMessageContaining("is for an open loop");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> plan(5, 5).build())
                .withMessage("The most threads must be 6 to 100000, not 5");
        LoadPlan plan = plan(2, 5).build();
        assertThat(plan.workers()).isEqualTo(5);
        assertThat(plan.forOneIteration().workers())
                .as("of steps before the run")
                .isEqualTo(1);
        assertThat(plan.forSelfWarmUp(Plans.NOWHERE, 10).workers()).isEqualTo(2);
        assertThat(LoadPlan.fromJson(plan.toJson())).isEqualTo(plan);
    }
}
