package io.github.swipestorm.client.engine.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.testing.AnsweringServer;
import io.github.swipestorm.client.testing.Plans;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server that fails every seventh attempt makes the number of retries a matter of arithmetic. */
class RetryArithmeticIT {

    private static final long REQUESTS = 700;
    /** The fewest attempts A of which A - floor(A / 7) are ok. */
    private static final long ATTEMPTS = 816;

    /** With several workers one request may be hit several times in a row, so it gets enough attempts to survive that. */
    @ParameterizedTest
    @CsvSource({"1, 5", "8, 50"})
    void every_seventh_attempt_failing_costs_exactly_the_retries_that_arithmetic_says(int threads, int retries)
            throws InterruptedException {
        try (AnsweringServer server = new AnsweringServer(n -> n % 7 == 0 ? 503 : 201)) {
            LoadPlan plan = Plans.plan(server.target())
                    .threads(threads)
                    .requests(REQUESTS)
                    .retries(retries)
                    .build();
            RunResult result =
                    new LocalRunner(RecordingSettings.NO_FILES).run(plan, new StopSignal(), RunObserver.NONE);

            assertThat(result.counts().ok()).isEqualTo(REQUESTS);
            assertThat(result.counts().failed()).isZero();
            assertThat(result.counts().attempts()).isEqualTo(ATTEMPTS).isEqualTo(server.requests());
            assertThat(result.counts().attemptsByStatus())
                    .containsEntry(201, REQUESTS)
                    .containsEntry(503, ATTEMPTS - REQUESTS);
            assertThat(result.allOk()).isTrue();
        }
    }
}
