package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.registry.EnumLabels;

/** What the other agents of a run do when one is lost. */
public enum AgentLoss {
    /** They go on with their shares. */
    CONTINUE,
    /** They end as well. */
    STOP;

    private final String word = EnumLabels.of(this);

    /** The label that options use. */
    @Override
    public String toString() {
        return word;
    }
}
