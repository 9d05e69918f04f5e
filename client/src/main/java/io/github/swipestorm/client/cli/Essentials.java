package io.github.swipestorm.client.cli;

import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.model.Models;
import io.github.swipestorm.client.model.OpenLoop;
import io.github.swipestorm.client.transport.Transports;
import java.util.Optional;

/** Those parts of a plan that one experiment or the other chooses by itself; {@link PlanOptions} has the rest. */
record Essentials(
        Target target, int threads, Models model, Transports transport, Optional<OpenLoop> openLoop, PlanEnd end) {}
