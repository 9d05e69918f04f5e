package io.github.swipestorm.client.report.experiment;

import io.github.swipestorm.client.experiment.Comparison;
import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.OperationChanges;
import io.github.swipestorm.client.experiment.RunMetric;
import io.github.swipestorm.client.experiment.TrialChanges;
import io.github.swipestorm.client.experiment.Trials;
import io.github.swipestorm.client.experiment.Variant;
import io.github.swipestorm.client.report.document.Document;
import io.github.swipestorm.client.report.document.Document.Conclusion;
import io.github.swipestorm.client.report.document.Document.Heading;
import io.github.swipestorm.client.report.document.Document.Paragraph;
import io.github.swipestorm.client.report.document.Document.Part;
import io.github.swipestorm.client.report.document.Document.Table;
import io.github.swipestorm.client.report.document.Document.Warning;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Several variants compared with the first of them, with the first against itself as the noise floor. */
final class ComparisonPage {

    private ComparisonPage() {}

    static Document of(Design design, Trials trials, List<String> notes, List<String> remarks) {
        List<String> names = design.variants().stream().map(Variant::name).toList();
        Optional<Comparison> comparison = Comparison.of(names, trials);
        Map<String, List<OperationChanges>> operations =
                comparison.map(found -> operations(found, trials)).orElse(Map.of());
        List<Part> parts = new ArrayList<>();
        comparison.ifPresent(found -> parts.add(conclusion(found, operations)));
        notes.forEach(note -> parts.add(new Warning(note)));
        comparison.flatMap(ComparisonTexts::noisy).ifPresent(noisy -> parts.add(new Warning(noisy)));
        parts.add(new Heading("Measured"));
        measured(names, trials, parts);
        comparison.ifPresent(found -> {
            parts.add(new Heading("Compared"));
            parts.add(ComparisonTexts.table(found));
            parts.add(new Paragraph(ComparisonTexts.HOW));
            ComparisonTexts.several(found).ifPresent(several -> parts.add(new Paragraph(several)));
            operations.forEach((name, changes) -> parts.addAll(
                    ChangeTables.ofOperations("By operation, " + name + " against " + found.first(), changes)));
            remarks.forEach(remark -> parts.add(new Paragraph(remark)));
            parts.add(new Heading("Charts"));
            ComparisonCharts.of(found, names, trials).forEach(parts::add);
        });
        parts.addAll(RunsTable.of(trials));
        return new Document("Comparison of " + String.join(", ", names), parts);
    }

    /**
     * The operations of each variant but the first. The first one against itself is left out, so that the correction for multiple
     * comparisons does not widen the intervals of the others.
     */
    private static Map<String, List<OperationChanges>> operations(Comparison comparison, Trials trials) {
        Map<String, List<OperationChanges>> operations = new LinkedHashMap<>();
        comparison
                .others()
                .forEach(other -> operations.put(
                        other.name(),
                        TrialChanges.ofOperations(
                                trials.of(comparison.first()),
                                trials.of(other.name()),
                                comparison.others().size())));
        return operations;
    }

    private static Conclusion conclusion(Comparison comparison, Map<String, List<OperationChanges>> operations) {
        List<String> evidence = new ArrayList<>();
        comparison.others().stream()
                .skip(1)
                .forEach(other -> evidence.add(ComparisonTexts.sentence(comparison.first(), other)));
        comparison.again().ifPresent(again -> evidence.add(ComparisonTexts.noiseFloor(comparison.first(), again)));
        comparison.others().stream()
                .findFirst()
                .flatMap(first -> ComparisonTexts.unsupported(comparison.first(), first))
                .ifPresent(measured -> evidence.add(0, measured));
        String sentence = comparison.others().isEmpty()
                ? "There is nothing to compare yet."
                : ComparisonTexts.sentence(
                        comparison.first(), comparison.others().get(0));
        comparison.others().stream()
                .findFirst()
                .flatMap(ComparisonTexts::moreRounds)
                .ifPresent(evidence::add);
        operations.forEach((name, changes) ->
                evidence.addAll(ChangeTables.sentences(name + " against " + comparison.first(), changes)));
        return new Conclusion(sentence, evidence);
    }

    private static void measured(List<String> names, Trials trials, List<Part> parts) {
        List<List<String>> rows = new ArrayList<>();
        ResponseTimesTable times = new ResponseTimesTable();
        for (String name : names) {
            Trials of = trials.of(name);
            double ok = of.sum(RunMetric.OK);
            double cpu = of.sum(RunMetric.CLIENT_CPU);
            rows.add(List.of(
                    name,
                    NumberFormat.count(of.all().size()),
                    Cells.sum(of, RunMetric.OK),
                    Cells.sum(of, RunMetric.FAILED),
                    Cells.mean(of, RunMetric.THROUGHPUT, 2),
                    Cells.interval(of, RunMetric.THROUGHPUT, 0),
                    ok > 0 && cpu > 0 ? NumberFormat.decimal(1e6 * cpu / ok, 1) : NumberFormat.DASH,
                    of.bounds().isEmpty() ? NumberFormat.DASH : of.bounds()));
            times.add(name, of);
        }
        parts.add(new Table(
                "Means over all rounds, with 95 % intervals of the mean",
                List.of("", "runs", "ok", "failed", "req/s", "95 % interval", "client CPU us/request", "verdict"),
                rows));
        parts.add(times.table(""));
    }
}
