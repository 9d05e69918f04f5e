package io.github.swipestorm.client.distribution;

import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;

import io.github.swipestorm.client.testing.Member;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

/** A job shared out by a model, with real threads for its workers and producers. */
final class Shared {

    private final WorkDistribution distribution;
    private final List<RequestSource> sources;
    private final List<Member<List<Long>>> workers = new ArrayList<>();
    private final List<Member<Void>> producers = new ArrayList<>();

    private Shared(WorkDistribution distribution) {
        this.distribution = distribution;
        this.sources = distribution.sources();
    }

    static Shared of(Function<WorkItems, WorkDistribution> rule, WorkItems job) {
        return new Shared(rule.apply(job));
    }

    /** What a model does with these numbers. */
    static Function<WorkItems, WorkDistribution> rule(SendingModel model, ModelSettings settings) {
        return job -> model.share(job, settings);
    }

    List<RequestSource> sources() {
        return sources;
    }

    List<Member<Void>> producers() {
        return producers;
    }

    Shared startProducers() {
        distribution.producers().forEach(producer -> producers.add(Member.running(producer)));
        return this;
    }

    Shared startWorkers() {
        sources.forEach(source -> workers.add(Member.doing(() -> drain(source))));
        return this;
    }

    /** As {@link #startWorkers}, but they all begin at the same moment, so that they meet. */
    Shared startWorkersTogether() {
        CountDownLatch gate = new CountDownLatch(1);
        sources.forEach(source -> workers.add(Member.doing(() -> {
            gate.await();
            return drain(source);
        })));
        gate.countDown();
        return this;
    }

    private static List<Long> drain(RequestSource source) throws InterruptedException {
        List<Long> taken = new ArrayList<>();
        for (long index = source.next(); index != RequestSource.FINISHED; index = source.next()) {
            taken.add(index);
        }
        return taken;
    }

    Shared stop() {
        distribution.stop();
        return this;
    }

    List<Member<List<Long>>> workers() {
        return workers;
    }

    void awaitNobodyMoves() {
        workers.forEach(Member::awaitParkedOrEnded);
        producers.forEach(Member::awaitParkedOrEnded);
    }

    /** What each worker got, after all threads have ended. */
    List<List<Long>> sharesWithin(Duration limit) {
        List<List<Long>> shares =
                workers.stream().map(worker -> worker.resultWithin(limit)).toList();
        producers.forEach(producer -> producer.resultWithin(limit));
        return shares;
    }

    List<List<Long>> shares() {
        return sharesWithin(MAX_WAIT);
    }

    /** All indexes that were given out, sorted. */
    List<Long> given() {
        return sorted(shares());
    }

    static List<Long> sorted(List<List<Long>> shares) {
        return shares.stream().flatMap(List::stream).sorted().toList();
    }
}
