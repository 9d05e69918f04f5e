package io.github.swipestorm.client.experiment;

import io.github.swipestorm.client.engine.LoadPlan;

/**
 * One of the things that an experiment runs.
 *
 * @param name by which it is known in tables and files; no other setting of the experiment has it
 * @param plan how it is run
 */
public record Setting(String name, LoadPlan plan) {}
