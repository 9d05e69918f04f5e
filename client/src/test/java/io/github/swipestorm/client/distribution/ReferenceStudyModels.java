package io.github.swipestorm.client.distribution;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/** The reference study's two faulty models with real threads: twins that a stress test must be able to tell from ours. */
final class ReferenceStudyModels {

    private ReferenceStudyModels() {}

    /** Defects 3 and 4: three separate steps on one counter. */
    static Function<WorkItems, WorkDistribution> lessBlocking(int batch) {
        return job -> new StoppableDistribution() {

            private final AtomicLong claimed = new AtomicLong();

            @Override
            public List<RequestSource> sources() {
                return oneForEach(job, worker -> new Claims());
            }

            final class Claims extends ImmediateSource {

                private long next;
                private long end;

                @Override
                public long poll() {
                    if (next < end) {
                        return next++;
                    }
                    if (claimed.get() >= job.requests()) {
                        return FINISHED;
                    }
                    long taken = Math.min(batch, job.requests() - claimed.get());
                    Thread.yield();
                    next = claimed.getAndAdd(taken);
                    end = next + taken;
                    return next < end ? next++ : FINISHED;
                }
            }
        };
    }

    /** Defect 1: a check of the size, then a take that waits for ever. */
    static Function<WorkItems, WorkDistribution> producerConsumer() {
        return job -> new WorkDistribution() {

            private final BlockingQueue<Long> queue = new LinkedBlockingQueue<>();
            private final AtomicLong taken = new AtomicLong();

            @Override
            public List<RequestSource> sources() {
                return Collections.nCopies(job.workers(), new RequestSource() {
                    @Override
                    public long next() throws InterruptedException {
                        while (taken.get() < job.requests()) {
                            if (!queue.isEmpty()) {
                                Thread.yield();
                                long index = queue.take();
                                taken.incrementAndGet();
                                return index;
                            }
                            Thread.onSpinWait();
                        }
                        return FINISHED;
                    }

                    @Override
                    public long poll() {
                        throw new UnsupportedOperationException();
                    }
                });
            }

            @Override
            public List<Runnable> producers() {
                return List.of(() -> {
                    for (long index = 0; index < job.requests(); index++) {
                        queue.add(index);
                    }
                });
            }

            @Override
            public void stop() {
                // The reference study's client cannot be stopped.
            }
        };
    }
}
