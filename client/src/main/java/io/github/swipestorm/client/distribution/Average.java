package io.github.swipestorm.client.distribution;

import java.util.List;

/**
 * Every worker owns an equal share; when the requests do not divide evenly, some workers own one more. Workers share no
 * state, and the run lasts as long as its slowest worker. k6 calls this per-VU iterations.
 */
public record Average() implements SendingModel {

    @Override
    public String name() {
        return "average";
    }

    @Override
    public String title() {
        return "Average";
    }

    @Override
    public String toString() {
        return name();
    }

    @Override
    public WorkDistribution share(WorkItems job, ModelSettings settings) {
        return new Shares(job);
    }

    /** Worker w of W owns w, w + W, w + 2W, ...: equal shares that also exist when the end is unknown. */
    private static final class Shares extends StoppableDistribution {

        private final WorkItems job;

        private Shares(WorkItems job) {
            this.job = job;
        }

        @Override
        public List<RequestSource> sources() {
            return oneForEach(job, OwnRequests::new);
        }

        private final class OwnRequests extends ImmediateSource {

            private long next;

            private OwnRequests(int worker) {
                next = worker;
            }

            @Override
            public long poll() {
                // A negative number means overflow.
                if (isStopped() || next < 0 || next >= job.requests()) {
                    return FINISHED;
                }
                long index = next;
                next += job.workers();
                return index;
            }
        }
    }
}
