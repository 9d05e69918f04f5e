package io.github.swipestorm.client.distribution;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Every worker claims a batch of requests from one shared counter, sends them, and claims again: shared state is
 * touched once per {@link ModelSettings#batch batch}, and fast workers send more. With a batch of 1 this is what k6
 * calls shared iterations.
 */
public record LessBlocking() implements SendingModel {

    @Override
    public String name() {
        return "less-blocking";
    }

    @Override
    public String title() {
        return "Less-Blocking";
    }

    @Override
    public String toString() {
        return name();
    }

    @Override
    public WorkDistribution share(WorkItems job, ModelSettings settings) {
        return new Batches(job, settings.batch());
    }

    private static final class Batches extends StoppableDistribution {

        private final WorkItems job;
        private final int batch;
        private final AtomicLong claimed = new AtomicLong();

        private Batches(WorkItems job, int batch) {
            this.job = job;
            this.batch = batch;
        }

        @Override
        public List<RequestSource> sources() {
            return oneForEach(job, worker -> new Claims());
        }

        private final class Claims extends ImmediateSource {

            private long next;
            private long end;

            @Override
            public long poll() {
                if (isStopped()) {
                    return FINISHED;
                }
                if (next == end) {
                    claim();
                }
                return next < end ? next++ : FINISHED;
            }

            /** Claims first and clips afterwards: one atomic step, so no two workers can claim the same request. */
            private void claim() {
                next = claimed.getAndAdd(batch);
                if (next >= job.requests()) {
                    // Nothing is given back: a counter that only grows cannot re-open the gate.
                    next = end;
                    return;
                }
                end = Math.min(next + batch, job.requests());
            }
        }
    }
}
