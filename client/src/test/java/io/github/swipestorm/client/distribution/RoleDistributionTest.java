package io.github.swipestorm.client.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/** Every index of a job with roles is handed out once, to a worker of its role. */
class RoleDistributionTest {

    @Property(tries = 100)
    void every_index_goes_once_to_a_worker_of_its_role(
            @ForAll @IntRange(max = 60) int requests,
            @ForAll @Size(min = 1, max = 4) List<@IntRange(min = 1, max = 4) Integer> workers) {
        for (SendingModel model : List.of(new Average(), new LessBlocking())) {
            RoleDistribution job = new RoleDistribution(model, new ModelSettings(3, 1, 10), requests, workers);
            List<RequestSource> sources = job.sources();
            List<Long> all = new ArrayList<>();
            int worker = 0;
            for (int role = 0; role < workers.size(); role++) {
                for (int i = 0; i < workers.get(role); i++) {
                    RequestSource source = sources.get(worker++);
                    for (long index = source.poll(); index != RequestSource.FINISHED; index = source.poll()) {
                        assertThat(index % workers.size()).isEqualTo(role);
                        all.add(index);
                    }
                }
            }
            assertThat(sources).hasSize(worker);
            assertThat(all)
                    .containsExactlyInAnyOrderElementsOf(
                            LongStream.range(0, requests).boxed().toList());
        }
    }
}
