package io.github.swipestorm.examples;

import io.github.swipestorm.client.distribution.ModelSettings;
import io.github.swipestorm.client.distribution.RequestSource;
import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.distribution.WorkDistribution;
import io.github.swipestorm.client.distribution.WorkItems;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.LongStream;

/** A sending model: every worker sends one block of neighbouring requests. A run needs a number of requests. */
public record Blocks() implements SendingModel {

    @Override
    public String name() {
        return "blocks";
    }

    @Override
    public WorkDistribution share(WorkItems job, ModelSettings settings) {
        long size = job.requests() / job.workers() + 1;
        return WorkDistribution.of(LongStream.range(0, job.workers())
                .mapToObj(worker -> block(worker * size, Math.min((worker + 1) * size, job.requests())))
                .toList());
    }

    private static LongSupplier block(long first, long end) {
        AtomicLong next = new AtomicLong(first);
        return () -> next.get() < end ? next.getAndIncrement() : RequestSource.FINISHED;
    }
}
