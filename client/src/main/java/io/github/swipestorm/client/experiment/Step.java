package io.github.swipestorm.client.experiment;

/**
 * A run of an experiment's sequence.
 *
 * @param variant the variant to run
 * @param round its repetition, from 1
 */
public record Step(Variant variant, int round) {

    /** Whether a run was made for this step. */
    boolean made(Trial trial) {
        return trial.variant().equals(variant.name()) && trial.round() == round;
    }
}
