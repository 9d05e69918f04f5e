package io.github.swipestorm.client.experiment;

import io.github.swipestorm.client.engine.LoadPlan;

/**
 * One of the things that an experiment runs.
 *
 * @param name by which it is known in tables and files; no other setting of the experiment has it
 * @param server what the server is called, which stays the same when the experiment goes on and the server's port does not
 * @param plan how it is run
 */
public record Setting(String name, String server, LoadPlan plan) {}
