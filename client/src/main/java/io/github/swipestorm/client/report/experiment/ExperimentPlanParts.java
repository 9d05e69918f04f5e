package io.github.swipestorm.client.report.experiment;

import io.github.swipestorm.client.report.document.Document.Command;
import io.github.swipestorm.client.report.document.Document.Heading;
import io.github.swipestorm.client.report.document.Document.Part;
import io.github.swipestorm.client.report.document.Document.Table;
import io.github.swipestorm.client.report.document.FieldTable;
import io.github.swipestorm.client.report.store.ExperimentFile.Content;
import io.github.swipestorm.client.report.store.ExperimentFile.VariantPlan;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The end of an experiment's page: what its runs have in common, what differs, where it was made, and how to repeat it.
 */
public final class ExperimentPlanParts {

    private ExperimentPlanParts() {}

    /** The parts of an experiment's file. */
    public static List<Part> of(Content content) {
        List<Part> parts = new ArrayList<>(List.of(new Heading("Plan")));
        parts.addAll(plan(content));
        parts.add(new Heading("Environment"));
        content.environment().map(FieldTable::of).ifPresent(parts::add);
        parts.add(new Heading("How to repeat it"));
        parts.add(new Command(content.command()));
        return parts;
    }

    /** What all runs share besides their plans. */
    private record CommonSettings(
            double pauseSeconds, double settleSeconds, String objectives, Map<String, String> details) {}

    private static List<Table> plan(Content content) {
        List<VariantPlan> variants = content.settings();
        List<Map<String, String>> plans =
                variants.stream().map(variant -> fields(variant.plan())).toList();
        Set<String> names = new LinkedHashSet<>();
        plans.forEach(plan -> names.addAll(plan.keySet()));
        List<List<String>> common = new ArrayList<>();
        List<String> differing = new ArrayList<>();
        for (String name : names) {
            if (plans.stream().map(plan -> plan.get(name)).distinct().count() == 1) {
                common.add(List.of(name, plans.get(0).get(name)));
            } else {
                differing.add(name);
            }
        }
        fields(new CommonSettings(
                        content.pauseSeconds(), content.settleSeconds(), content.objectives(), content.details()))
                .forEach((name, value) -> common.add(List.of(name, value)));
        List<Table> tables = new ArrayList<>(List.of(new Table("All runs", List.of("setting", "value"), common)));
        if (!differing.isEmpty()) {
            List<List<String>> rows = new ArrayList<>();
            for (int i = 0; i < variants.size(); i++) {
                Map<String, String> plan = plans.get(i);
                rows.add(Stream.concat(
                                Stream.of(variants.get(i).name()),
                                differing.stream().map(name -> plan.getOrDefault(name, NumberFormat.DASH)))
                        .toList());
            }
            List<String> columns =
                    Stream.concat(Stream.of("runs of"), differing.stream()).toList();
            tables.add(new Table("What differs", columns, rows));
        }
        return tables;
    }

    private static Map<String, String> fields(Record object) {
        Map<String, String> fields = new LinkedHashMap<>();
        FieldTable.of(object).rows().forEach(row -> fields.put(row.get(0), row.get(1)));
        return fields;
    }
}
