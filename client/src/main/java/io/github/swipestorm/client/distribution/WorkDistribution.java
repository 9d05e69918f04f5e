package io.github.swipestorm.client.distribution;

import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/** A job, distributed among workers. */
public interface WorkDistribution {

    /**
     * A distribution in which no worker ever waits for its next request.
     *
     * @param sources for each worker what gives the index of its next request, or {@link RequestSource#FINISHED}; each is asked by
     *     one thread, and not any more after {@link #stop}
     */
    static WorkDistribution of(List<? extends LongSupplier> sources) {
        return new StoppableDistribution() {
            @Override
            public List<RequestSource> sources() {
                return sources.stream().map(this::source).toList();
            }

            private RequestSource source(LongSupplier indexes) {
                return new ImmediateSource() {
                    @Override
                    public long poll() {
                        return isStopped() ? FINISHED : indexes.getAsLong();
                    }
                };
            }
        };
    }

    /**
     * A distribution among workers with roles: each role shares its own part among its own workers, by the same model. With R roles,
     * index i belongs to role i modulo R. The workers of the first role come first.
     *
     * @param requests of all roles together, which have equally many of them; {@link WorkItems#UNBOUNDED} when only time ends the run
     * @param workers of each role, at least 1
     */
    static WorkDistribution ofRoles(SendingModel model, ModelSettings settings, long requests, List<Integer> workers) {
        return new RoleDistribution(model, settings, requests, workers);
    }

    /** One source for each worker, in the order of the workers. */
    List<RequestSource> sources();

    /**
     * Tasks that feed the workers, each on its own thread; empty for most models. A producer ends when there is nothing
     * left to produce, or on {@link #stop} or an interrupt.
     */
    List<Runnable> producers();

    /** How many requests are in the model's queue; empty for a model without one. May be called by any thread. */
    default OptionalLong queueDepth() {
        return OptionalLong.empty();
    }

    /** Makes every source say "finished" from now on and wakes workers that wait. May be called by any thread, repeatedly. */
    void stop();
}
