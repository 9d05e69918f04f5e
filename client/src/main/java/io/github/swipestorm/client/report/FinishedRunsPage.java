package io.github.swipestorm.client.report;

import io.github.swipestorm.client.experiment.Comparison;
import io.github.swipestorm.client.experiment.Comparison.Contender;
import io.github.swipestorm.client.report.Document.Conclusion;
import io.github.swipestorm.client.report.Document.Heading;
import io.github.swipestorm.client.report.Document.Paragraph;
import io.github.swipestorm.client.report.Document.Part;
import io.github.swipestorm.client.report.Document.Warning;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Finished runs or experiments against the first of them. */
final class FinishedRunsPage {

    private static final String EXPERIMENTS =
            "Rounds are paired by their number. They were not interleaved: whatever changed "
                    + "between the two experiments, the machine and its neighbours included, is in the difference.";
    private static final String SINGLE =
            "Each run is cut into stretches of whole seconds, without its first and last second, "
                    + "and stretches are paired by their place. Neighbouring seconds are not independent, and stretches nearly are. "
                    + "But one run of each is one run of each: the interval says how steady the two were, and not what the next two "
                    + "would do. For that, interleave: 'compare models', 'compare transports', 'compare servers'.";

    private FinishedRunsPage() {}

    static Document of(Comparison comparison, boolean experiments, Optional<String> warning) {
        List<Part> parts = new ArrayList<>();
        List<Contender> others = comparison.others();
        parts.add(new Conclusion(
                ComparisonTexts.sentence(comparison.first(), others.get(0)),
                Stream.concat(
                                ComparisonTexts.unsupported(comparison.first(), others.get(0)).stream(),
                                others.stream()
                                        .skip(1)
                                        .map(other -> ComparisonTexts.sentence(comparison.first(), other)))
                        .toList()));
        warning.map(Warning::new).ifPresent(parts::add);
        parts.add(new Heading("Compared"));
        parts.add(ComparisonTexts.table(comparison));
        parts.add(new Paragraph(experiments ? EXPERIMENTS : SINGLE));
        ComparisonTexts.several(comparison).ifPresent(several -> parts.add(new Paragraph(several)));
        parts.add(new Heading("Charts"));
        parts.add(ComparisonCharts.ratios(comparison));
        return new Document("Finished " + (experiments ? "experiments" : "runs") + " compared", parts);
    }
}
