package io.github.swipestorm.client.report.store;

import io.github.swipestorm.client.experiment.Objective;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * An objective in {@code summary.json}: its limit and what was measured, in the units that latencies, shares and rates have in
 * the rest of the file. The names of both fields end with the unit.
 */
public enum ObjectiveSection {
    LATENCY("ms", "Us", 1_000),
    SHARE("%", "Share", 0.01),
    RATE("/s", "PerSecond", 1);

    private final String unit;
    private final String suffix;
    private final double factor;

    ObjectiveSection(String unit, String suffix, double factor) {
        this.unit = unit;
        this.suffix = suffix;
        this.factor = factor;
    }

    /**
     * The fields of one objective.
     *
     * @param measured in the objective's unit; empty when there was nothing to measure
     * @param met null when the client may be the cause of what was measured
     */
    static Map<String, Object> fields(Objective objective, OptionalDouble measured, Boolean met) {
        ObjectiveSection section = Stream.of(values())
                .filter(each -> each.unit.equals(objective.unit()))
                .findFirst()
                .orElseThrow();
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("objective", objective.toString());
        fields.put("quantity", objective.quantity());
        fields.put("limit" + section.suffix, objective.bound() * section.factor);
        fields.put("measured" + section.suffix, measured.isPresent() ? measured.getAsDouble() * section.factor : null);
        fields.put("met", met);
        return fields;
    }

    /** What was measured, as text with the unit that {@code --slo} has; empty when nothing was. */
    public static Optional<String> measured(JsonNode fields) {
        return Stream.of(values())
                .filter(each -> fields.path("measured" + each.suffix).isNumber())
                .map(each -> NumberFormat.decimal(
                                fields.path("measured" + each.suffix).asDouble() / each.factor, 3) + " " + each.unit)
                .findFirst();
    }
}
