package io.github.swipestorm.cli.option;

import picocli.CommandLine.Option;

/** The option for the number of runs of each variant. */
public final class RepeatsOption {

    @Option(
            names = "--repeats",
            paramLabel = "N",
            defaultValue = "3",
            description = "Runs of each setting, one in each round (default: ${DEFAULT-VALUE}).")
    private int repeats;

    /**
     * The typed number.
     *
     * @throws IllegalArgumentException with a user-facing message when it is invalid
     */
    public int repeats() {
        if (repeats < 1 || repeats > 10_000) {
            throw new IllegalArgumentException("--repeats must be 1 to 10000, not " + repeats);
        }
        return repeats;
    }
}
