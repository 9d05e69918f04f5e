package io.github.swipestorm.client.cli;

import io.github.swipestorm.client.experiment.Objectives;
import java.util.Optional;

/** What the process says to whoever started it, when no signal made it end. */
final class ExitCodes {

    /** Everything was ok. */
    static final int OK = 0;
    /** Some requests failed, or the command could not do its work. */
    static final int FAILED = 1;
    /** The command was given something wrong. */
    static final int USAGE = 2;
    /** The run did not keep to an objective of {@code --slo}; this tells more than that some requests failed. */
    static final int OBJECTIVES_MISSED = 3;
    /** The client spoiled the measurement, or it is too little: it neither meets nor misses what was asked. */
    static final int INCONCLUSIVE = 4;

    /** The exit code that objectives ask for; the other one when they were met, or there are none. */
    static int of(Optional<Objectives.Result> objectives, int otherwise) {
        return objectives
                .map(result -> switch (result.status()) {
                    case MET -> otherwise;
                    case MISSED -> OBJECTIVES_MISSED;
                    case INCONCLUSIVE -> INCONCLUSIVE;
                })
                .orElse(otherwise);
    }

    private ExitCodes() {}
}
