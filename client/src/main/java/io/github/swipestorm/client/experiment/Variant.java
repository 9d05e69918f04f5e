package io.github.swipestorm.client.experiment;

import io.github.swipestorm.client.plan.LoadPlan;
import java.util.OptionalInt;

/**
 * A configuration that an experiment runs, to be compared with others.
 *
 * @param name its unique name in tables and files
 * @param server display name of the server, which stays the same when the experiment is resumed, while the server's
 *     port does not
 * @param plan how it is run
 * @param agents how many agents share each of its runs; empty for as many as the runner has
 */
public record Variant(String name, String server, LoadPlan plan, OptionalInt agents) {

    /** A spreadsheet takes a cell that begins with one of these for a formula. */
    private static final String FORMULA = "=+-@\t\r";

    /** A variant that runs on whatever the runner uses. */
    public Variant(String name, String server, LoadPlan plan) {
        this(name, server, plan, OptionalInt.empty());
    }

    public Variant {
        if (name.isEmpty() || FORMULA.indexOf(name.charAt(0)) >= 0) {
            throw new IllegalArgumentException("The name '" + name
                    + "' of a setting must begin with another character than =, +, - and @, for runs.csv to be"
                    + " safe to open");
        }
    }
}
