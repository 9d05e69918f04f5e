package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.experiment.Comparison;
import io.github.swipestorm.client.experiment.Schedule;
import io.github.swipestorm.client.experiment.Variant;
import java.util.List;
import picocli.CommandLine.Option;

/** The option for the number of rounds of a comparison. */
public final class RoundsOption {

    @Option(
            names = "--rounds",
            paramLabel = "N",
            defaultValue = "10",
            description = "Rounds, in each of which everything is run once, and the first thing once more for the noise"
                    + " floor; an even number, so that each order comes as often as the other (default:"
                    + " ${DEFAULT-VALUE}).")
    private int rounds;

    /**
     * The schedule of the rounds.
     *
     * @param variants what is compared, with the first one once more at the end
     * @throws IllegalArgumentException with a user-facing message when the number is invalid
     */
    public Schedule schedule(List<Variant> variants) {
        if (variants.size() < 3) {
            throw new IllegalArgumentException(
                    "'" + variants.get(0).name() + "' alone cannot be compared: name two or more");
        }
        if (rounds < 2 || rounds > 10_000 || rounds % 2 != 0) {
            throw new IllegalArgumentException("--rounds must be an even number of 2 to 10000, not " + rounds);
        }
        return Schedule.mirrored(variants, rounds);
    }

    /** The first variant once more, with the same plan. */
    public static Variant again(Variant first) {
        return new Variant(Comparison.again(first.name()), first.server(), first.plan());
    }
}
