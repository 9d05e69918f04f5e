package io.github.swipestorm.client.testing;

import io.github.swipestorm.client.engine.WorkerThreads;
import io.github.swipestorm.client.model.Models;
import io.github.swipestorm.client.transport.Transports;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/**
 * A way to send: every one that there is keeps the same promises.
 *
 * @param transport how attempts travel
 * @param threads what workers run on
 */
public record Senders(Transports transport, WorkerThreads threads) {

    /** Each transport on each kind of thread that this JVM has and that it can run on. */
    public static Stream<Senders> all() {
        return Arrays.stream(Transports.values())
                .flatMap(transport -> Arrays.stream(WorkerThreads.values())
                        .filter(WorkerThreads::available)
                        .filter(threads -> threads == WorkerThreads.PLATFORM || !transport.eventDriven())
                        .map(threads -> new Senders(transport, threads)));
    }

    /** Each of them with each sending model. */
    public static List<Arguments> withModels() {
        return all().flatMap(senders -> Arrays.stream(Models.values()).map(model -> Arguments.of(senders, model)))
                .toList();
    }

    /** The plan, sent this way. */
    public Plans in(Plans plan) {
        return plan.transport(transport).workerThreads(threads);
    }
}
