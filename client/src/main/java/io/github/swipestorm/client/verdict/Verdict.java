package io.github.swipestorm.client.verdict;

import java.util.Objects;

/**
 * What limited a run, with the evidence.
 *
 * @param bound what it was
 * @param evidence the figures that it is based on, in one line that a reader can check
 * @param consequence what follows from it, in one line
 */
public record Verdict(Bound bound, String evidence, String consequence) {

    public Verdict {
        Objects.requireNonNull(bound);
        Objects.requireNonNull(evidence);
        Objects.requireNonNull(consequence);
    }
}
