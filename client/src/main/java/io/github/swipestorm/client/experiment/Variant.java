package io.github.swipestorm.client.experiment;

import io.github.swipestorm.client.plan.LoadPlan;

/**
 * One of the things that an experiment runs.
 *
 * @param name by which it is known in tables and files; no other setting of the experiment has it
 * @param server what the server is called, which stays the same when the experiment goes on and the server's port does not
 * @param plan how it is run
 */
public record Variant(String name, String server, LoadPlan plan) {

    /** With one of these a program for tables takes a cell for a formula. */
    private static final String FORMULA = "=+-@\t\r";

    public Variant {
        if (name.isEmpty() || FORMULA.indexOf(name.charAt(0)) >= 0) {
            throw new IllegalArgumentException("The name '" + name
                    + "' of a setting must begin with another character than =, +, - and @, for runs.csv to be"
                    + " safe to open");
        }
    }
}
