package io.github.swipestorm.client.report.store;

import io.github.swipestorm.client.arrival.OpenLoop;
import java.util.List;

/** The schedule of an open loop, as a plan has it: where the rate begins, and where it goes from there. */
record RatesSection(double startPerSecond, List<RateStage> stages, String arrivals) {

    record RateStage(double durationSeconds, double targetPerSecond) {}

    static RatesSection of(OpenLoop loop) {
        return new RatesSection(
                loop.start().perSecond(),
                loop.stages().stream()
                        .map(stage -> new RateStage(
                                PlanSection.seconds(stage.duration()),
                                stage.target().perSecond()))
                        .toList(),
                loop.arrivals().toString());
    }
}
