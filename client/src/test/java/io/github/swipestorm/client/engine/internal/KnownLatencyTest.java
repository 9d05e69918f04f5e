package io.github.swipestorm.client.engine.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.measure.ExactLatencies;
import io.github.swipestorm.client.measure.LatencySummary;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.testing.AnsweringServer;
import io.github.swipestorm.client.testing.Plans;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/**
 * A server that takes 5 ms, and 50 ms for every two-hundredth request, and measures for itself how long it took. The
 * client can only record more than that. How much more is measured by scripts/measure-overhead.py, not by a test.
 */
class KnownLatencyTest {

    private static final int REQUESTS = 1_000;
    private static final long USUAL_US = 5_000;
    private static final long SLOW_US = 50_000;

    private final ExactLatencies injected = new ExactLatencies();

    @Test
    void percentiles_stand_where_the_server_put_them() throws InterruptedException {
        RunResult result;
        try (AnsweringServer server = new AnsweringServer(this::answerLate)) {
            LoadPlan plan =
                    Plans.plan(server.target()).threads(4).requests(REQUESTS).build();
            result = new LocalRunner(RecordingSettings.NO_FILES).run(plan, new StopSignal(), RunObserver.NONE);
        }
        LatencySummary recorded = result.recorded().service().summary();
        LatencySummary known = injected.summary();

        assertThat(recorded.count()).isEqualTo(REQUESTS);
        assertThat(recorded.minUs()).isGreaterThanOrEqualTo(USUAL_US);
        assertThat(recorded.p50Us()).isBetween(known.p50Us(), (double) SLOW_US);
        assertThat(recorded.p99Us()).isGreaterThanOrEqualTo(known.p99Us());
        assertThat(recorded.p999Us()).isGreaterThanOrEqualTo(SLOW_US);
        assertThat(recorded.meanUs()).isGreaterThanOrEqualTo(known.meanUs());
    }

    private int answerLate(long number) {
        long begun = System.nanoTime();
        long end = begun + TimeUnit.MICROSECONDS.toNanos(number % 200 == 0 ? SLOW_US : USUAL_US);
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        synchronized (injected) {
            injected.record((System.nanoTime() - begun) / 1_000);
        }
        return 201;
    }
}
