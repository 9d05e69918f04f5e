package io.github.swipestorm.client.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.testing.Member;
import org.junit.jupiter.api.Test;

class QueueDepthTest {

    @Test
    void only_a_model_with_a_queue_has_a_depth_and_it_is_what_waits_there() throws InterruptedException {
        WorkItems job = new WorkItems(100, 2);
        WorkDistribution allotment = SendingModelType.PRODUCER_CONSUMER
                .with(new ModelSettings(1, 1, 10))
                .share(job);
        assertThat(allotment.queueDepth()).hasValue(0);
        Member<Void> producer = Member.running(allotment.producers().get(0));
        producer.awaitParkedOrEnded();

        assertThat(allotment.queueDepth()).hasValue(10);
        allotment.stop();
        producer.result();
        assertThat(allotment.queueDepth()).hasValue(0);
        assertThat(SendingModelType.AVERAGE
                        .with(ModelSettings.DEFAULT)
                        .share(job)
                        .queueDepth())
                .isEmpty();
        assertThat(SendingModelType.LESS_BLOCKING
                        .with(ModelSettings.DEFAULT)
                        .share(job)
                        .queueDepth())
                .isEmpty();
    }
}
