package io.github.swipestorm.client.experiment;

/**
 * A run of an experiment's sequence.
 *
 * @param setting the variant to run
 * @param round its repetition, from 1
 */
public record Step(Variant setting, int round) {

    /** Whether a run was made for this step. */
    boolean made(Trial trial) {
        return trial.setting().equals(setting.name()) && trial.round() == round;
    }
}
