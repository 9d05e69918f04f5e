package io.github.swipestorm.client.engine.internal;

import static org.junit.jupiter.api.Assertions.assertAll;

import io.github.swipestorm.client.distribution.Average;
import io.github.swipestorm.client.distribution.ModelSettings;
import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.engine.LocalRunner;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.WorkerThreads;
import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.testing.Member;
import io.github.swipestorm.client.transport.Classic;
import io.github.swipestorm.client.transport.HttpFeatures;
import io.github.swipestorm.client.transport.Nio;
import io.github.swipestorm.client.transport.TlsOptions;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.transport.TransportType;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** A way to send a plan's load: what is promised of runs is promised of all of them. */
public record EngineVariant(SendingModel model, TransportChoice transport, WorkerThreads threads) {

    /** Small enough that every model has something to share out. */
    private static final ModelSettings SMALL = new ModelSettings(5, 2, 3);

    /** All models on all transports. */
    static List<EngineVariant> all() {
        List<EngineVariant> ways = new ArrayList<>();
        for (SendingModel model : SendingModel.REGISTRY.all()) {
            for (TransportType kind : TransportType.REGISTRY.all()) {
                ways.add(new EngineVariant(model, choice(kind, 1), WorkerThreads.PLATFORM));
            }
            ways.add(new EngineVariant(model, choice(new Nio(), 3), WorkerThreads.PLATFORM));
            if (WorkerThreads.VIRTUAL.available()) {
                ways.add(new EngineVariant(model, choice(new Classic(), 1), WorkerThreads.VIRTUAL));
            }
        }
        return ways;
    }

    /** All of these, and all models through HttpClient's whole chain. */
    static List<EngineVariant> allAnd(HttpFeatures features) {
        List<EngineVariant> ways = new ArrayList<>(all());
        for (SendingModel model : SendingModel.REGISTRY.all()) {
            ways.add(
                    new EngineVariant(model, TransportChoice.of(new Classic()).with(features), WorkerThreads.PLATFORM));
        }
        return ways;
    }

    /** What is to be true of every way. */
    public interface VariantTest {
        void accept(EngineVariant way) throws Exception;
    }

    /** Puts every way to a test, all at once, as most of them only wait; what fails says for which way. */
    public static void each(List<EngineVariant> ways, VariantTest test) {
        List<Member<Void>> members = ways.stream()
                .map(way -> Member.<Void>doing(() -> {
                    test.accept(way);
                    return null;
                }))
                .toList();
        assertAll(IntStream.range(0, ways.size()).mapToObj(i -> () -> {
            try {
                members.get(i).result();
            } catch (AssertionError e) {
                throw new AssertionError(ways.get(i) + ": " + e.getMessage(), e);
            }
        }));
    }

    /** Every way to send by the model Average: for tests that are not about models. */
    public static List<EngineVariant> average() {
        return all().stream().filter(way -> way.model.equals(new Average())).toList();
    }

    private static TransportChoice choice(TransportType kind, int loops) {
        return new TransportChoice(kind, true, loops, 1, false, HttpFeatures.NONE, TlsOptions.DEFAULT);
    }

    /** The plan, sent this way. */
    public LoadPlan.Builder of(LoadPlan.Builder plan) {
        return plan.model(model).modelSettings(SMALL).transport(transport).workerThreads(threads);
    }

    /** Begins a run. */
    static Member<RunResult> begin(LoadPlan.Builder plan, StopSignal stop) {
        return begin(plan, RecordingSettings.NO_FILES, stop);
    }

    /** Begins a run that writes something down. */
    static Member<RunResult> begin(LoadPlan.Builder plan, RecordingSettings settings, StopSignal stop) {
        return Member.doing(() -> new LocalRunner(settings).run(plan.build(), stop, RunObserver.NONE));
    }

    /** Sends the plan this way, to its end. */
    RunResult run(LoadPlan.Builder plan) {
        return begin(of(plan), new StopSignal()).result();
    }

    @Override
    public String toString() {
        return model + " " + transport.kind() + (transport.eventLoops() == 3 ? " 3 loops" : "")
                + (transport.features().any() ? " chain" : "")
                + (threads == WorkerThreads.VIRTUAL ? " virtual" : "");
    }
}
