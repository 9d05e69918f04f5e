package io.github.swipestorm.client.telemetry;

/** The load of a run, for the sampler to look at: any thread may ask at any time, and no worker is held up by it. */
@FunctionalInterface
public interface Load {

    /** Where it stands now. */
    LoadSnapshot now();
}
