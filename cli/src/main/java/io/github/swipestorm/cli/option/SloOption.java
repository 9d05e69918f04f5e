package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.objective.Objectives;
import java.util.HashSet;
import java.util.Set;
import picocli.CommandLine.Option;

/** The option for the objectives of a run. */
public final class SloOption {

    @Option(
            names = "--slo",
            paramLabel = "OBJECTIVES",
            description = "What the run is to keep to, with commas between: response times (percentiles such as p50 or"
                    + " p99.9, mean, max; with 'service.' before them service times) in us, ms or s, errors in %%"
                    + " of all attempts, failed in %% of all requests, throughput in ok requests a second, of one"
                    + " operation with its name in brackets, of each with [*];"
                    + " durations of iterations with 'iteration.' before them, and abandoned in %% of the iterations that ended, of one scenario with its name in brackets;"
                    + " for example \"p99<100ms,p95[list"
                    + " albums]<50ms,errors<0.1%%,throughput>5000\". Missed: exit code 3.")
    private Objectives slo;

    /** The typed objectives; none by default. */
    public Objectives objectives() {
        return slo == null ? Objectives.NONE : slo;
    }

    /** Parses objectives, each about another quantity. */
    static Objectives parse(String value) {
        if (Objectives.texts(value).anyMatch(String::isBlank)) {
            throw new IllegalArgumentException("'" + value
                    + "' has an objective without anything in it: write them like p99<100ms,errors<0.1%, with one"
                    + " comma between two");
        }
        Objectives objectives = Objectives.parse(value);
        Set<String> seen = new HashSet<>();
        objectives.all().stream()
                .filter(objective -> !seen.add(objective.quantity()))
                .findFirst()
                .ifPresent(twice -> {
                    throw new IllegalArgumentException(
                            "'" + value + "' asks for " + twice.quantity() + " twice: leave one of them out");
                });
        return objectives;
    }
}
