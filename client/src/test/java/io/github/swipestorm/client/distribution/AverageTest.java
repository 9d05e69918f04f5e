package io.github.swipestorm.client.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class AverageTest {

    @Property(tries = 200)
    void shares_differ_by_at_most_one_request(
            @ForAll @IntRange(max = 2_000) int requests, @ForAll @IntRange(min = 1, max = 64) int workers) {
        List<Long> sizes = sizes(new WorkItems(requests, workers));

        assertThat(sizes).allMatch(size -> size == requests / workers || size == requests / workers + 1);
        assertThat(sizes.stream().mapToLong(Long::longValue).sum()).isEqualTo(requests);
    }

    @Test
    void three_hundred_workers_send_exactly_half_a_million() {
        List<Long> sizes = sizes(new WorkItems(500_000, 300));

        assertThat(sizes).hasSize(300).containsOnly(1_666L, 1_667L);
        assertThat(sizes.stream().mapToLong(Long::longValue).sum()).isEqualTo(500_000);
    }

    @Test
    void more_workers_than_requests_leaves_some_without_any() {
        assertThat(sizes(new WorkItems(3, 5))).containsExactly(1L, 1L, 1L, 0L, 0L);
    }

    private static List<Long> sizes(WorkItems job) {
        return new Average()
                .share(job, ModelSettings.DEFAULT).sources().stream()
                        .map(AverageTest::count)
                        .toList();
    }

    private static long count(RequestSource source) {
        long count = 0;
        while (source.poll() != RequestSource.FINISHED) {
            count++;
        }
        return count;
    }
}
