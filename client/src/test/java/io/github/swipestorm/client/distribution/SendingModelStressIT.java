package io.github.swipestorm.client.distribution;

import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Many short jobs on real threads: the races are at a job's end. The same judge must find the reference study's faults. */
class SendingModelStressIT {

    private static final int WORKERS = 4;
    private static final int REQUESTS = 50;

    @ParameterizedTest
    @MethodSource("io.github.swipestorm.client.testing.Registered#models")
    void many_short_jobs_end_with_every_request_given_out_once(SendingModel model) {
        Function<WorkItems, WorkDistribution> real = Shared.rule(model, new ModelSettings(3, 2, 4));

        assertThat(firstComplaint(real, 500, MAX_WAIT)).isEmpty();
    }

    @Test
    void the_reference_studys_less_blocking_model_is_caught() {
        assertThat(firstComplaint(ReferenceStudyModels.lessBlocking(20), 20_000, MAX_WAIT))
                .hasValueSatisfying(complaint -> assertThat(complaint).contains("gave out"));
    }

    @Test
    void the_reference_studys_producer_consumer_model_is_caught() {
        assertThat(firstComplaint(ReferenceStudyModels.producerConsumer(), 20_000, Duration.ofSeconds(1)))
                .hasValueSatisfying(complaint -> assertThat(complaint).contains("did not end"));
    }

    /** The error of the first failing job among this many. */
    private static Optional<String> firstComplaint(
            Function<WorkItems, WorkDistribution> model, int rounds, Duration limit) {
        List<Long> expected = LongStream.range(0, REQUESTS).boxed().toList();
        for (int round = 0; round < rounds; round++) {
            Shared shared = Shared.of(model, new WorkItems(REQUESTS, WORKERS))
                    .startWorkersTogether()
                    .startProducers();
            try {
                List<Long> given = Shared.sorted(shared.sharesWithin(limit));
                if (!given.equals(expected)) {
                    return Optional.of("round " + round + " gave out " + given);
                }
            } catch (AssertionError e) {
                shared.workers().forEach(worker -> worker.interrupt());
                return Optional.of("round " + round + ": " + e.getMessage());
            }
        }
        return Optional.empty();
    }
}
