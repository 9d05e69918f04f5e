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
import io.github.swipestorm.client.testing.Act;
import io.github.swipestorm.client.testing.Certificates;
import io.github.swipestorm.client.testing.FaultServer;
import io.github.swipestorm.client.testing.Member;
import io.github.swipestorm.client.transport.Classic;
import io.github.swipestorm.client.transport.HttpFeatures;
import io.github.swipestorm.client.transport.HttpProtocol;
import io.github.swipestorm.client.transport.HttpVersion;
import io.github.swipestorm.client.transport.Nio;
import io.github.swipestorm.client.transport.TlsOptions;
import io.github.swipestorm.client.transport.TransportChoice;
import io.github.swipestorm.client.transport.TransportType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A way to send a plan's load: what is promised of runs is promised of all of them.
 *
 * @param secure whether servers that it makes are asked over TLS
 */
public record EngineVariant(SendingModel model, TransportChoice transport, WorkerThreads threads, boolean secure) {

    /** Small enough that every model has something to share out. */
    private static final ModelSettings SMALL = new ModelSettings(5, 2, 3);

    /** Streams that share a connection. */
    private static final int STREAMS = 3;

    EngineVariant(SendingModel model, TransportChoice transport, WorkerThreads threads) {
        this(model, transport, threads, false);
    }

    /** All models on all transports, over HTTP/1.1 in clear text. */
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

    /** All of these, over TLS and over HTTP/2 as well, where the models take turns. */
    static List<EngineVariant> onAllProtocols() {
        List<EngineVariant> ways = new ArrayList<>(all());
        List<SendingModel> models = SendingModel.REGISTRY.all();
        HttpProtocol http2 = HttpProtocol.http2();
        List<TransportChoice> choices = new ArrayList<>();
        for (TransportType kind : TransportType.REGISTRY.all()) {
            choices.add(choice(kind, 1));
        }
        choices.add(choice(new Nio(), 1).with(http2));
        choices.add(choice(new Nio(), 2).with(http2.withStreams(STREAMS)));
        for (int i = 0; i < choices.size(); i++) {
            ways.add(new EngineVariant(
                    models.get(i % models.size()), choices.get(i).withoutVerification(), WorkerThreads.PLATFORM, true));
        }
        for (SendingModel model : models) {
            int streams = ways.size() % STREAMS + 1;
            ways.add(new EngineVariant(
                    model, choice(new Nio(), 1).with(http2.withStreams(streams)), WorkerThreads.PLATFORM));
        }
        return ways;
    }

    /** All over HTTP/1.1 in clear text, and two over HTTP/2: one with a connection for each worker, by TLS, and one without. */
    static List<EngineVariant> withHttp2() {
        List<SendingModel> models = SendingModel.REGISTRY.all();
        return withHttp2(all(), models.get(0), models.get(models.size() - 1));
    }

    private static List<EngineVariant> withHttp2(List<EngineVariant> others, SendingModel own, SendingModel shared) {
        List<EngineVariant> ways = new ArrayList<>(others);
        HttpProtocol http2 = HttpProtocol.http2();
        TransportChoice nio = choice(new Nio(), 1).withoutVerification();
        ways.add(new EngineVariant(own, nio.with(http2), WorkerThreads.PLATFORM, true));
        ways.add(new EngineVariant(shared, nio.with(http2.withStreams(STREAMS)), WorkerThreads.PLATFORM));
        return ways;
    }

    /** All of these, and all models through HttpClient's whole chain. */
    static List<EngineVariant> onAllProtocolsAnd(HttpFeatures features) {
        return Stream.concat(
                        onAllProtocols().stream(),
                        allAnd(features).stream()
                                .filter(way -> way.transport.features().any()))
                .toList();
    }

    /** Those in which each worker has a connection of its own. */
    static List<EngineVariant> withOwnConnections() {
        return onAllProtocols().stream()
                .filter(EngineVariant::hasOwnConnections)
                .toList();
    }

    /** Whether each worker has a connection of its own. */
    boolean hasOwnConnections() {
        return transport.connections(STREAMS) == STREAMS;
    }

    /** Whether it speaks HTTP/2. */
    boolean http2() {
        return transport.http().version() == HttpVersion.HTTP_2;
    }

    private Optional<FaultServer.Securing> securing() {
        return secure ? Optional.of(FaultServer.Securing.with(Certificates.GOOD.context())) : Optional.empty();
    }

    /** A server with one script for each of the first connections. */
    FaultServer scripted(List<List<Act>> scripts) {
        return FaultServer.scripted(securing(), scripts);
    }

    /** A server of which the first connection follows a script. */
    FaultServer firstDoing(Act... script) {
        return scripted(List.of(List.of(script)));
    }

    /** A server with one script for each of the first requests. */
    FaultServer inTurn(List<List<Act>> scripts) {
        return FaultServer.inTurn(securing(), scripts);
    }

    /** A server that answers everything alike. */
    FaultServer answering(Act answer) {
        return FaultServer.answering(securing(), answer);
    }

    /** All of those over HTTP/1.1 in clear text, and all models through HttpClient's whole chain. */
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

    /** The same, and two over HTTP/2. */
    static List<EngineVariant> averageWithHttp2() {
        return withHttp2(average(), new Average(), new Average());
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
                + (secure ? " TLS" : "")
                + (http2() ? " HTTP/2 x " + transport.http().streams().orElse(1) : "")
                + (threads == WorkerThreads.VIRTUAL ? " virtual" : "");
    }
}
