package io.github.swipestorm.client.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class WorkDistributionTest {

    @Test
    void a_distribution_of_functions_gives_their_indexes_until_it_is_stopped() throws InterruptedException {
        LongSupplier sevens = () -> 7;
        WorkDistribution distribution = WorkDistribution.of(List.of(sevens, () -> RequestSource.FINISHED));
        List<RequestSource> sources = distribution.sources();

        assertThat(sources.get(0).next()).isEqualTo(7);
        assertThat(sources.get(0).poll()).isEqualTo(7);
        assertThat(sources.get(1).next()).isEqualTo(RequestSource.FINISHED);
        assertThat(distribution.producers()).isEmpty();

        distribution.stop();

        assertThat(sources.get(0).next()).isEqualTo(RequestSource.FINISHED);
        assertThat(sources.get(0).poll()).isEqualTo(RequestSource.FINISHED);
    }
}
