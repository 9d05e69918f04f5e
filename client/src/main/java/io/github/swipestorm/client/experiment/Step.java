package io.github.swipestorm.client.experiment;

/**
 * A run that an experiment wants made.
 *
 * @param setting what is run
 * @param round which time, from 1
 */
public record Step(Variant setting, int round) {

    /** Whether this is the step that a run was made for. */
    boolean made(Trial trial) {
        return trial.setting().equals(setting.name()) && trial.round() == round;
    }
}
