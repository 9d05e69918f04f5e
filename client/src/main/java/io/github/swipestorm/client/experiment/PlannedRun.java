package io.github.swipestorm.client.experiment;

/**
 * A run that an experiment is going to make; a {@link Trial} is its result.
 *
 * @param variant the variant to run
 * @param round its repetition, from 1
 */
public record PlannedRun(Variant variant, int round) {

    /** Whether a finished run is this one. */
    boolean matches(Trial trial) {
        return trial.variant().equals(variant.name()) && trial.round() == round;
    }
}
