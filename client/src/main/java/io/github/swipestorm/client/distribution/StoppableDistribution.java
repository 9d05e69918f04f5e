package io.github.swipestorm.client.distribution;

import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** A distribution without producers, whose sources check one flag. */
abstract class StoppableDistribution implements WorkDistribution {

    private volatile boolean stopped;

    final boolean isStopped() {
        return stopped;
    }

    @Override
    public final void stop() {
        stopped = true;
    }

    @Override
    public final List<Runnable> producers() {
        return List.of();
    }

    static List<RequestSource> oneForEach(WorkItems job, IntFunction<RequestSource> source) {
        return IntStream.range(0, job.workers()).mapToObj(source).toList();
    }
}
