package io.github.swipestorm.client.report;

import io.github.swipestorm.client.model.OpenLoop;
import java.util.List;

/** The timetable of an open loop, as a plan has it: where the rate begins, and where it goes from there. */
record RatesSection(String start, List<RateStage> stages, String arrivals) {

    record RateStage(double durationSeconds, String target) {}

    static RatesSection of(OpenLoop loop) {
        return new RatesSection(
                loop.start().toString(),
                loop.stages().stream()
                        .map(stage -> new RateStage(
                                PlanSection.seconds(stage.duration()),
                                stage.target().toString()))
                        .toList(),
                loop.arrivals().toString());
    }
}
