package io.github.swipestorm.client.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.testing.Member;
import org.junit.jupiter.api.Test;

class QueueDepthTest {

    @Test
    void only_a_model_with_a_queue_has_a_depth_and_it_is_what_waits_there() throws InterruptedException {
        WorkItems job = new WorkItems(100, 2);
        WorkDistribution distribution = new ProducerConsumer().share(job, new ModelSettings(1, 1, 10));
        assertThat(distribution.queueDepth()).hasValue(0);
        Member<Void> producer = Member.running(distribution.producers().get(0));
        producer.awaitParkedOrEnded();

        assertThat(distribution.queueDepth()).hasValue(10);
        distribution.stop();
        producer.result();
        assertThat(distribution.queueDepth()).hasValue(0);
        assertThat(new Average().share(job, ModelSettings.DEFAULT).queueDepth()).isEmpty();
        assertThat(new LessBlocking().share(job, ModelSettings.DEFAULT).queueDepth())
                .isEmpty();
    }
}
