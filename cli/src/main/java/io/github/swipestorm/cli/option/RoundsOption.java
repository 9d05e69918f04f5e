package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.experiment.Comparison;
import io.github.swipestorm.client.experiment.Schedule;
import io.github.swipestorm.client.experiment.Variant;
import java.util.ArrayList;
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
     * @param things what is compared, the first one first
     * @param again the first one once more
     * @throws IllegalArgumentException with a user-facing message when the number is invalid
     */
    public Schedule schedule(List<Variant> things, Variant again) {
        if (things.size() < 2) {
            throw new IllegalArgumentException(
                    "'" + things.get(0).name() + "' alone cannot be compared: name two or more");
        }
        if (rounds < 2 || rounds > 10_000 || rounds % 2 != 0) {
            throw new IllegalArgumentException("--rounds must be an even number of 2 to 10000, not " + rounds);
        }
        List<Variant> all = new ArrayList<>(things);
        all.add(again);
        return Schedule.mirrored(all, rounds);
    }

    /** The first variant once more, with the same plan. */
    public static Variant again(Variant first) {
        return new Variant(Comparison.again(first.name()), first.server(), first.plan());
    }
}
