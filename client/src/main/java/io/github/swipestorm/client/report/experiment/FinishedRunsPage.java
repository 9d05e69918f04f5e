package io.github.swipestorm.client.report.experiment;

import io.github.swipestorm.client.experiment.Change;
import io.github.swipestorm.client.experiment.Change.Conclusion;
import io.github.swipestorm.client.experiment.ChangeLimit;
import io.github.swipestorm.client.experiment.ChangeLimit.Answer;
import io.github.swipestorm.client.measure.LatencySummary;
import io.github.swipestorm.client.report.document.Document;
import io.github.swipestorm.client.report.document.Document.Heading;
import io.github.swipestorm.client.report.document.Document.Paragraph;
import io.github.swipestorm.client.report.document.Document.Part;
import io.github.swipestorm.client.report.document.Document.Table;
import io.github.swipestorm.client.report.document.Document.Warning;
import io.github.swipestorm.client.report.experiment.ComparisonCharts.Ratio;
import io.github.swipestorm.client.report.experiment.FinishedRuns.Compared;
import io.github.swipestorm.client.report.experiment.FinishedRuns.ScenarioCompared;
import io.github.swipestorm.client.report.store.RunDocument.ScenarioFigures;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Finished runs or experiments compared with the first of them. */
final class FinishedRunsPage {

    private static final String EXPERIMENTS =
            "Rounds are paired by their number, and intervals are made of the rounds. The rounds of the two were not"
                    + " interleaved: whatever changed between the two experiments, the machine and its neighbours"
                    + " included, is in the difference.";
    private static final String RUNS =
            "Intervals come from the seconds of the two runs, by a block bootstrap. Throughput is that of whole"
                    + " seconds, without the first and the last. Errors are the share of attempts that failed, and their"
                    + " change is in percentage points. One run of each is one run of each: an interval says how steady"
                    + " the two were, and not what the next two would do. For that, interleave: 'compare models', 'compare"
                    + " transports', 'compare servers'.";
    private static final int MOST_BARS = 24;

    private FinishedRunsPage() {}

    static Document of(FinishedRuns.Result result, List<ChangeLimit> limits, Optional<String> warning) {
        List<Part> parts = new ArrayList<>();
        result.notes().forEach(note -> parts.add(new Warning(note)));
        warning.map(Warning::new).ifPresent(parts::add);
        if (!limits.isEmpty()) {
            parts.add(judgement(result.compared(), limits));
        }
        result.compared().forEach(compared -> parts.add(conclusion(compared)));
        parts.add(new Heading("Compared"));
        result.compared().forEach(compared -> {
            parts.add(ChangeTables.ofRuns(against(compared), compared.changes()));
            parts.addAll(ChangeTables.ofOperations("By operation, " + against(compared), compared.operations()));
            parts.addAll(scenarios(compared));
        });
        parts.add(new Paragraph(result.experiments() ? EXPERIMENTS : RUNS));
        several(result.compared()).ifPresent(several -> parts.add(new Paragraph(several)));
        List<Ratio> ratios = ratios(result.compared());
        if (!ratios.isEmpty() && ratios.size() <= MOST_BARS) {
            parts.add(new Heading("Charts"));
            parts.add(ComparisonCharts.changes(ratios));
        }
        return new Document("Finished " + (result.experiments() ? "experiments" : "runs") + " compared", parts);
    }

    private static String against(Compared compared) {
        return "'" + compared.name() + "' against '" + compared.first() + "'";
    }

    /** The result of all limits together: one that is exceeded decides, otherwise one that is inconclusive. */
    static Answer answer(List<Compared> all, List<ChangeLimit> limits) {
        return all.stream()
                .flatMap(compared -> limits.stream().map(limit -> limit.answer(change(compared, limit))))
                .max(Enum::compareTo)
                .orElse(Answer.KEPT);
    }

    private static Change change(Compared compared, ChangeLimit limit) {
        List<Change> changes = limit.operation()
                .map(name -> compared.operations().stream()
                        .filter(operation -> operation.operation().equals(name))
                        .findFirst()
                        .orElseThrow(() -> unknown(compared, limit))
                        .changes())
                .orElse(compared.changes());
        return changes.stream()
                .filter(change -> change.of() == limit.of())
                .findFirst()
                .orElseThrow();
    }

    private static IllegalArgumentException unknown(Compared compared, ChangeLimit limit) {
        String names = compared.operations().stream()
                .map(operation -> "'" + operation.operation() + "'")
                .collect(Collectors.joining(", "));
        return new IllegalArgumentException("'" + limit + "' names an operation that '" + compared.name() + "' and '"
                + compared.first() + "' do not both have: "
                + (names.isEmpty() ? "they have none in common, or only one each" : "they have " + names));
    }

    private static Document.Conclusion judgement(List<Compared> all, List<ChangeLimit> limits) {
        List<String> lines = new ArrayList<>();
        for (Compared compared : all) {
            for (ChangeLimit limit : limits) {
                String name = all.size() == 1 ? "" : compared.name() + ": ";
                lines.add(name + judgement(limit, change(compared, limit)));
            }
        }
        return new Document.Conclusion(
                switch (answer(all, limits)) {
                    case KEPT -> "All limits of " + Setting.LIMITS + " are kept.";
                    case CANNOT_SAY -> "Cannot say whether all limits of " + Setting.LIMITS + " are kept.";
                    case EXCEEDED -> "A limit of " + Setting.LIMITS + " is exceeded.";
                },
                lines);
    }

    private static String judgement(ChangeLimit limit, Change change) {
        String answer = switch (limit.answer(change)) {
            case KEPT -> limit + " does not apply: ";
            case CANNOT_SAY -> limit + ", cannot say: ";
            case EXCEEDED -> limit + " applies: ";
        };
        return answer
                + limit.interval(change)
                        .map(interval -> change.of().word() + " changed by " + ChangeTables.signed(interval, 2) + " "
                                + (change.of().share() ? "percentage points" : limit.unit()) + " ("
                                + NumberFormat.plain(100 * interval.level()) + " % interval)")
                        .orElse("there is no interval for " + change.of().word() + ", " + change.why());
    }

    private static Document.Conclusion conclusion(Compared compared) {
        String names = "'" + compared.name() + "' and '" + compared.first() + "'";
        String differ = words(compared, Conclusion.HIGHER, Conclusion.LOWER);
        String same = words(compared, Conclusion.NOT_SHOWN);
        List<String> evidence = new ArrayList<>();
        compared.changes().stream()
                .filter(ChangeTables::isShown)
                .forEach(change -> evidence.add(ChangeTables.sentence(change, "95 % interval")));
        if (!same.isEmpty() && !differ.isEmpty()) {
            evidence.add("No difference is shown in " + same + ".");
        }
        compared.changes().stream()
                .filter(change -> change.conclusion() == Conclusion.CANNOT_SAY)
                .collect(Collectors.groupingBy(
                        Change::why,
                        LinkedHashMap::new,
                        Collectors.mapping(change -> change.of().word(), Collectors.joining(", "))))
                .forEach((why, what) -> evidence.add("Cannot compare " + what + ": " + why + "."));
        return new Document.Conclusion(
                !differ.isEmpty()
                        ? names + " differ in " + differ + "."
                        : same.isEmpty()
                                ? "Cannot say whether " + names + " differ."
                                : "No difference is shown between " + names + " in " + same + ".",
                evidence);
    }

    private static String words(Compared compared, Conclusion... which) {
        return compared.changes().stream()
                .filter(change -> List.of(which).contains(change.conclusion()))
                .map(change -> change.of().word())
                .collect(Collectors.joining(", "));
    }

    /** A table of the iterations of each scenario. */
    private static List<Part> scenarios(Compared compared) {
        List<List<String>> rows = new ArrayList<>();
        for (ScenarioCompared scenario : compared.scenarios()) {
            ScenarioFigures first = scenario.first();
            ScenarioFigures other = scenario.other();
            rows.add(durations(first, other, "p50", LatencySummary::p50Us));
            rows.add(durations(first, other, "p95", LatencySummary::p95Us));
            rows.add(durations(first, other, "p99", LatencySummary::p99Us));
            rows.add(durations(first, other, "mean", LatencySummary::meanUs));
            rows.add(List.of(
                    first.name(),
                    "abandoned",
                    share(first.abandoned(), first.completed() + first.abandoned()),
                    share(other.abandoned(), other.completed() + other.abandoned()),
                    NumberFormat.DASH));
        }
        return rows.isEmpty()
                ? List.of()
                : List.of(
                        new Table(
                                "Durations of iterations, think times included, " + against(compared),
                                List.of("", "of", "first", "other", "change"),
                                rows),
                        new Paragraph("Durations of iterations are not kept for each second, so that there are no"
                                + " intervals: whether they differ by more than chance is not known."));
    }

    private static List<String> durations(
            ScenarioFigures first, ScenarioFigures other, String name, ToDoubleFunction<LatencySummary> value) {
        if (first.duration().isEmpty() || other.duration().isEmpty()) {
            return List.of(first.name(), name, NumberFormat.DASH, NumberFormat.DASH, NumberFormat.DASH);
        }
        double a = value.applyAsDouble(first.duration());
        double b = value.applyAsDouble(other.duration());
        return List.of(
                first.name(),
                name,
                NumberFormat.milliseconds(a) + " ms",
                NumberFormat.milliseconds(b) + " ms",
                a > 0 ? ChangeTables.signed(100 * (b / a - 1), 1) + " %" : NumberFormat.DASH);
    }

    private static String share(long part, long all) {
        return all == 0 ? NumberFormat.DASH : NumberFormat.percent((double) part / all);
    }

    /** On several intervals at once. */
    private static Optional<String> several(List<Compared> all) {
        long intervals = all.stream()
                .flatMap(compared -> compared.changes().stream())
                .filter(change -> change.conclusion() != Conclusion.CANNOT_SAY)
                .count();
        return intervals < 2
                ? Optional.empty()
                : Optional.of("There are " + intervals + " intervals, each at 95 %. If nothing had changed at all, the "
                        + "chance that at least one of them showed a difference would be up to "
                        + NumberFormat.percent(1 - Math.pow(0.95, intervals))
                        + ": a difference that is just shown is a hint.");
    }

    private static List<Ratio> ratios(List<Compared> all) {
        return all.stream()
                .flatMap(compared -> compared.changes().stream()
                        .filter(change -> change.ratio().isPresent())
                        .map(change -> new Ratio(
                                (all.size() == 1 ? "" : compared.name() + " ")
                                        + change.of().word(),
                                change.other() / change.first(),
                                change.ratio())))
                .toList();
    }
}
