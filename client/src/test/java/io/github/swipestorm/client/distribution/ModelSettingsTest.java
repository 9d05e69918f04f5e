package io.github.swipestorm.client.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelSettingsTest {

    @ParameterizedTest
    @CsvSource({
        "0, 1, 1, 'Batch must be at least 1, not 0'",
        "1, 0, 1, 'Producers must be at least 1, not 0'",
        "1, 1, 0, 'Queue capacity must be 1 to 100000000, not 0'",
        "-5, 1, 1, not -5",
    })
    void numbers_below_one_are_refused_by_name(int batch, int producers, int capacity, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ModelSettings(batch, producers, capacity))
                .withMessageContaining(message);
    }

    @Test
    void a_queue_larger_than_any_memory_is_refused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new ModelSettings(1, 1, Integer.MAX_VALUE))
                .withMessageContaining("Queue capacity")
                .withMessageContaining("2147483647");
    }

    @Test
    void the_largest_batch_gives_out_each_request_once() {
        ModelSettings settings = new ModelSettings(Integer.MAX_VALUE, 1, 1);

        Shared shared = Shared.of(Shared.rule(new LessBlocking(), settings), new WorkItems(100, 4));

        assertThat(shared.startWorkers().given()).hasSize(100).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @CsvSource({"-1, 1, There cannot be -1 requests", "1, 0, 'There must be at least 1 worker, not 0'"})
    void a_job_without_workers_or_with_fewer_requests_than_none_is_refused(long requests, int workers, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new WorkItems(requests, workers))
                .withMessage(message);
    }
}
