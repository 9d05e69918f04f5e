package io.github.swipestorm.cli.option;

import picocli.CommandLine.Option;

/** The option that says how often each setting is run. */
public final class RepeatsOption {

    @Option(
            names = "--repeats",
            paramLabel = "N",
            defaultValue = "3",
            description = "Runs of each setting, one in each round (default: ${DEFAULT-VALUE}).")
    private int repeats;

    /**
     * What was typed.
     *
     * @throws IllegalArgumentException with a message fit for a person when it makes no sense
     */
    public int repeats() {
        if (repeats < 1 || repeats > 10_000) {
            throw new IllegalArgumentException("--repeats must be 1 to 10000, not " + repeats);
        }
        return repeats;
    }
}
