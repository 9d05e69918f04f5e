package io.github.swipestorm.client.distribution;

import java.util.Collections;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Producers put requests on one bounded queue, workers take and send them, so fast workers send more. Every request
 * passes one lock twice; a queue that is mostly full shows that workers are the limit, a mostly empty one that
 * producers are.
 */
public record ProducerConsumer() implements SendingModel {

    @Override
    public String name() {
        return "producer-consumer";
    }

    @Override
    public String title() {
        return "Producer-Consumer";
    }

    @Override
    public String toString() {
        return name();
    }

    @Override
    public WorkDistribution share(WorkItems job, ModelSettings settings) {
        return new Production(job, settings);
    }

    private static final class Production implements WorkDistribution {

        private final WorkItems job;
        private final int producers;
        private final ClosableQueue queue;
        private final AtomicLong produced = new AtomicLong();
        private final AtomicInteger working;

        private Production(WorkItems job, ModelSettings settings) {
            this.job = job;
            this.producers = settings.producers();
            this.queue = new ClosableQueue(settings.queueCapacity());
            this.working = new AtomicInteger(producers);
        }

        @Override
        public List<RequestSource> sources() {
            return Collections.nCopies(job.workers(), new FromQueue());
        }

        @Override
        public List<Runnable> producers() {
            return Collections.nCopies(producers, this::produce);
        }

        /** Producers claim one index at a time, so a producer that dies leaves its share to the others. */
        private void produce() {
            try {
                for (long index = produced.getAndIncrement();
                        index < job.requests() && queue.put(index);
                        index = produced.getAndIncrement()) {
                    // The loop's condition does all the work.
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } finally {
                // However a producer ends, the last one closes the queue: no worker waits for requests that will not be
                // produced.
                if (working.decrementAndGet() == 0) {
                    queue.close();
                }
            }
        }

        @Override
        public OptionalLong queueDepth() {
            return OptionalLong.of(queue.size());
        }

        @Override
        public void stop() {
            queue.abandon();
        }

        private final class FromQueue implements RequestSource {

            @Override
            public long next() throws InterruptedException {
                return queue.take();
            }

            @Override
            public long poll() {
                return queue.poll();
            }
        }
    }
}
