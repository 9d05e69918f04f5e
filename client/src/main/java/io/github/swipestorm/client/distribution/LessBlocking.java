package io.github.swipestorm.client.distribution;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Every worker claims a batch of requests from one shared counter, sends them, and claims again: shared state is touched
 * once for each batch, and quick workers do more. With a batch of 1 this is what k6 calls shared iterations.
 */
final class LessBlocking implements SendingModel {

    private final int batch;

    LessBlocking(int batch) {
        this.batch = batch;
    }

    @Override
    public WorkDistribution share(WorkItems job) {
        return new Batches(job);
    }

    private final class Batches extends StoppableDistribution {

        private final WorkItems job;
        private final AtomicLong claimed = new AtomicLong();

        private Batches(WorkItems job) {
            this.job = job;
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

            /** Claims first and clips afterwards: one indivisible step, so no two workers can be given the same request. */
            private void claim() {
                next = claimed.getAndAdd(batch);
                if (next >= job.requests()) {
                    // Give nothing back: a counter that only grows cannot re-open the gate for anybody.
                    next = end;
                    return;
                }
                end = Math.min(next + batch, job.requests());
            }
        }
    }
}
