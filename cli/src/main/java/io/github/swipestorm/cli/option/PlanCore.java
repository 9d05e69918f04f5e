package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.transport.TransportType;
import java.util.Optional;

/** The parts of a plan that depend on the experiment; {@link PlanOptions} has the rest. */
public record PlanCore(
        Target target,
        int threads,
        SendingModel model,
        TransportType transport,
        Optional<OpenLoop> openLoop,
        PlanEnd end) {}
