package io.github.swipestorm.client.engine;

import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.model.ModelSettings;
import io.github.swipestorm.client.model.Models;
import io.github.swipestorm.client.model.OpenLoop;
import io.github.swipestorm.client.transport.TransportChoice;
import java.time.Duration;
import java.util.Optional;

/** A copy of a plan in which some settings differ. */
final class ChangedPlan {
    private final LoadPlan from;
    private Target target;
    private Models model;
    private ModelSettings modelSettings;
    private Optional<OpenLoop> openLoop;
    private TransportChoice transport;
    private int threads;
    private StopRule stop;
    private WarmUp warmUp;
    private Duration rampUp;

    ChangedPlan(LoadPlan from) {
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

    ChangedPlan target(Target value) {
        target = value;
        return this;
    }

    ChangedPlan model(Models value) {
        model = value;
        return this;
    }

    ChangedPlan openLoop(Optional<OpenLoop> value) {
        openLoop = value;
        if (value.isPresent()) {
            modelSettings = new ModelSettings(1, modelSettings.producers(), modelSettings.queueCapacity());
        }
        return this;
    }

    ChangedPlan transport(TransportChoice value) {
        transport = value;
        return this;
    }

    ChangedPlan threads(int value) {
        threads = value;
        return this;
    }

    ChangedPlan stop(StopRule value) {
        stop = value;
        return this;
    }

    ChangedPlan warmUp(WarmUp value) {
        warmUp = value;
        return this;
    }

    ChangedPlan rampUp(Duration value) {
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
