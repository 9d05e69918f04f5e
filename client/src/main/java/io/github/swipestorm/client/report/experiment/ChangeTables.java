package io.github.swipestorm.client.report.experiment;

import io.github.swipestorm.client.experiment.Change;
import io.github.swipestorm.client.experiment.Change.Conclusion;
import io.github.swipestorm.client.experiment.Change.Of;
import io.github.swipestorm.client.experiment.OperationChanges;
import io.github.swipestorm.client.inference.ConfidenceInterval;
import io.github.swipestorm.client.report.document.Document.Paragraph;
import io.github.swipestorm.client.report.document.Document.Part;
import io.github.swipestorm.client.report.document.Document.Table;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;

/** Changes, as cells, tables and sentences. */
final class ChangeTables {

    private static final int MOST_SENTENCES = 12;

    private ChangeTables() {}

    /** Every metric of whole runs. */
    static Table ofRuns(String caption, List<Change> changes) {
        return new Table(
                caption,
                List.of("", "first", "other", "change", "95 % interval", "difference"),
                changes.stream().map(ChangeTables::cells).toList());
    }

    /** A table of the operations, and how its intervals are made; empty where there are none. */
    static List<Part> ofOperations(String caption, List<OperationChanges> operations) {
        List<List<String>> rows = new ArrayList<>();
        for (OperationChanges operation : operations) {
            for (Change change : operation.changes()) {
                List<String> row = new ArrayList<>(List.of(operation.operation()));
                row.addAll(cells(change));
                rows.add(row);
            }
        }
        return rows.isEmpty()
                ? List.of()
                : List.of(
                        new Table(
                                caption, List.of("", "of", "first", "other", "change", "interval", "difference"), rows),
                        new Paragraph(
                                "The " + NumberFormat.count(operations.get(0).intervals())
                                        + " intervals of operations hold together at 95 %: each one is made at "
                                        + level(operations.get(0)) + " % (Bonferroni)."));
    }

    /**
     * What differs by operation, a line each, and the operations of which nothing is shown.
     *
     * @param against what the operations are compared with, such as {@code b against a}
     */
    static List<String> sentences(String against, List<OperationChanges> operations) {
        List<String> shown = new ArrayList<>();
        for (OperationChanges operation : operations) {
            for (Change change : operation.changes()) {
                if (isShown(change)) {
                    shown.add("'" + operation.operation() + "', " + against + ": "
                            + sentence(change, level(operation) + " % interval"));
                }
            }
        }
        if (operations.isEmpty()) {
            return List.of();
        }
        boolean compared = operations.stream()
                .flatMap(operation -> operation.changes().stream())
                .anyMatch(change -> change.conclusion() != Conclusion.CANNOT_SAY);
        if (!compared) {
            return List.of("By operation, " + against + ": cannot say, "
                    + operations.get(0).changes().get(0).why() + ".");
        }
        List<String> lines = new ArrayList<>(shown.subList(0, Math.min(shown.size(), MOST_SENTENCES)));
        if (shown.size() > lines.size()) {
            lines.add(NumberFormat.count(shown.size() - lines.size())
                    + " more differences of operations are in the table.");
        }
        long without = operations.stream()
                .filter(operation -> operation.changes().stream().noneMatch(ChangeTables::isShown))
                .count();
        if (without > 0) {
            lines.add("By operation, " + against + ": no difference is shown in "
                    + (without == operations.size() ? "any" : NumberFormat.count(without)) + " of "
                    + NumberFormat.counted(operations.size(), "operation", "operations") + ".");
        }
        return lines;
    }

    /** For a change that is shown. */
    static String sentence(Change change, String interval) {
        return change.of().word() + " went from " + value(change.of(), change.first()) + " to "
                + value(change.of(), change.other()) + ": " + amount(change) + ", " + interval + " " + interval(change)
                + ".";
    }

    static boolean isShown(Change change) {
        return change.conclusion() == Conclusion.HIGHER || change.conclusion() == Conclusion.LOWER;
    }

    private static String level(OperationChanges operation) {
        return NumberFormat.decimal(100 * operation.level(), 3);
    }

    private static List<String> cells(Change change) {
        return List.of(
                change.of().word(),
                value(change.of(), change.first()),
                value(change.of(), change.other()),
                amount(change),
                interval(change),
                switch (change.conclusion()) {
                    case HIGHER -> "shown: higher";
                    case LOWER -> "shown: lower";
                    case NOT_SHOWN -> "not shown";
                    case CANNOT_SAY -> "cannot say";
                });
    }

    private static String value(Of of, double value) {
        return Double.isFinite(value)
                ? NumberFormat.decimal(value, of.decimals()) + " " + of.unit()
                : NumberFormat.DASH;
    }

    private static String amount(Change change) {
        if (change.of().share()) {
            return Double.isFinite(change.other() - change.first())
                    ? signed(change.other() - change.first(), change.of().decimals()) + " points"
                    : NumberFormat.DASH;
        }
        double ratio = change.other() / change.first();
        return Double.isFinite(ratio) ? signed(100 * (ratio - 1), 1) + " %" : NumberFormat.DASH;
    }

    private static String interval(Change change) {
        return change.of().share()
                ? change.difference()
                        .map(points -> signed(points, change.of().decimals()) + " points")
                        .orElse(NumberFormat.DASH)
                : change.ratio()
                        .map(ratio -> signed(ratio.map(value -> 100 * (value - 1)), 1) + " %")
                        .orElse(NumberFormat.DASH);
    }

    static String signed(ConfidenceInterval interval, int decimals) {
        return signed(interval.low(), decimals) + " to " + signed(interval.high(), decimals);
    }

    static String signed(double number, int decimals) {
        return (number >= 0 ? "+" : "") + NumberFormat.decimal(number, decimals);
    }
}
