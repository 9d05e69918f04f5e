package io.github.swipestorm.client.plan;

import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.distribution.ModelSettings;
import io.github.swipestorm.client.distribution.SendingModelType;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.transport.TransportChoice;
import java.time.Duration;
import java.util.Optional;

/** A copy of a plan in which some settings differ. */
final class LoadPlanBuilder {
    private final LoadPlan from;
    private Target target;
    private SendingModelType model;
    private ModelSettings modelSettings;
    private Optional<OpenLoop> openLoop;
    private TransportChoice transport;
    private int threads;
    private StopRule stop;
    private WarmUp warmUp;
    private Duration rampUp;

    LoadPlanBuilder(LoadPlan from) {
        this.from = from;
        target = from.target();
        model = from.model();
        modelSettings = from.modelSettings();
        openLoop = from.openLoop();
        transport = from.transport();
        threads = from.threads();
        stop = from.stop();
        warmUp = from.warmUp();
        rampUp = from.rampUp();
    }

    LoadPlanBuilder target(Target value) {
        target = value;
        return this;
    }

    LoadPlanBuilder model(SendingModelType value) {
        model = value;
        return this;
    }

    LoadPlanBuilder openLoop(Optional<OpenLoop> value) {
        openLoop = value;
        if (value.isPresent()) {
            modelSettings = new ModelSettings(1, modelSettings.producers(), modelSettings.queueCapacity());
        }
        return this;
    }

    LoadPlanBuilder transport(TransportChoice value) {
        transport = value;
        return this;
    }

    LoadPlanBuilder threads(int value) {
        threads = value;
        return this;
    }

    LoadPlanBuilder stop(StopRule value) {
        stop = value;
        return this;
    }

    LoadPlanBuilder warmUp(WarmUp value) {
        warmUp = value;
        return this;
    }

    LoadPlanBuilder rampUp(Duration value) {
        rampUp = value;
        return this;
    }

    LoadPlan made() {
        return new LoadPlan(
                target,
                from.workload(),
                from.seed(),
                model,
                modelSettings,
                openLoop,
                transport,
                threads,
                from.workerThreads(),
                stop,
                warmUp,
                rampUp,
                from.retry(),
                from.timeouts(),
                from.giveUp());
    }
}
