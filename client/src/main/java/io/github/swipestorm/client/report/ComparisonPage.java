package io.github.swipestorm.client.report;

import io.github.swipestorm.client.experiment.Comparison;
import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.Quantity;
import io.github.swipestorm.client.experiment.Setting;
import io.github.swipestorm.client.experiment.Trials;
import io.github.swipestorm.client.report.Document.Conclusion;
import io.github.swipestorm.client.report.Document.Heading;
import io.github.swipestorm.client.report.Document.Paragraph;
import io.github.swipestorm.client.report.Document.Part;
import io.github.swipestorm.client.report.Document.Table;
import io.github.swipestorm.client.report.Document.Warning;
import io.github.swipestorm.client.stats.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Several things against the first of them, with the first against itself as the noise floor. */
final class ComparisonPage {

    private ComparisonPage() {}

    static Document of(Design design, Trials trials, List<String> notes, List<String> remarks) {
        List<String> names = design.settings().stream().map(Setting::name).toList();
        Optional<Comparison> comparison = Comparison.of(names, trials);
        List<Part> parts = new ArrayList<>();
        comparison.ifPresent(found -> parts.add(conclusion(found)));
        notes.forEach(note -> parts.add(new Warning(note)));
        comparison.flatMap(ComparisonTexts::noisy).ifPresent(noisy -> parts.add(new Warning(noisy)));
        parts.add(new Heading("Measured"));
        parts.add(measured(names, trials));
        comparison.ifPresent(found -> {
            parts.add(new Heading("Compared"));
            parts.add(ComparisonTexts.table(found));
            parts.add(new Paragraph(ComparisonTexts.HOW));
            if (found.others().size() > 1) {
                parts.add(new Paragraph(ComparisonTexts.several(found.others().size())));
            }
            remarks.forEach(remark -> parts.add(new Paragraph(remark)));
            parts.add(new Heading("Charts"));
            ComparisonCharts.of(found, names, trials).forEach(parts::add);
        });
        parts.add(new Heading("Runs"));
        parts.add(RunsTable.of(trials));
        return new Document("Comparison of " + String.join(", ", names), parts);
    }

    private static Conclusion conclusion(Comparison comparison) {
        List<String> evidence = new ArrayList<>();
        comparison.others().stream()
                .skip(1)
                .forEach(other -> evidence.add(ComparisonTexts.sentence(comparison.first(), other)));
        comparison.again().ifPresent(again -> evidence.add(ComparisonTexts.noiseFloor(comparison.first(), again)));
        String sentence = comparison.others().isEmpty()
                ? "There is nothing to compare yet."
                : ComparisonTexts.sentence(
                        comparison.first(), comparison.others().get(0));
        comparison.others().stream()
                .findFirst()
                .flatMap(ComparisonTexts::moreRounds)
                .ifPresent(evidence::add);
        return new Conclusion(sentence, evidence);
    }

    private static Table measured(List<String> names, Trials trials) {
        List<List<String>> rows = new ArrayList<>();
        for (String name : names) {
            Trials of = trials.of(name);
            double ok = of.sum(Quantity.OK);
            double cpu = of.sum(Quantity.CLIENT_CPU);
            rows.add(List.of(
                    name,
                    Figures.count(of.all().size()),
                    Cells.sum(of, Quantity.OK),
                    Cells.sum(of, Quantity.FAILED),
                    Cells.mean(of.spread(Quantity.THROUGHPUT), 2),
                    Cells.mean(of.spread(Quantity.RESPONSE_MEAN), 3),
                    Cells.mean(of.spread(Quantity.RESPONSE_P99), 3),
                    ok > 0 && cpu > 0 ? Figures.decimal(1e6 * cpu / ok, 1) : Cells.DASH,
                    of.bounds().isEmpty() ? Cells.DASH : of.bounds()));
        }
        return new Table(
                "Means over all rounds, with 95 % intervals of the mean; latencies are response times",
                List.of("", "runs", "ok", "failed", "req/s", "mean ms", "p99 ms", "client CPU us/request", "verdict"),
                rows);
    }
}
