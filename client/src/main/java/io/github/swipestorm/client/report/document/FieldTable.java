package io.github.swipestorm.client.report.document;

import com.fasterxml.jackson.annotation.JsonIgnoreType;
import io.github.swipestorm.client.plan.PlanDocument;
import io.github.swipestorm.client.report.document.Document.Table;
import io.github.swipestorm.client.text.NumberFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The fields of a record of {@code summary.json} or {@code experiment.json} as a table for readers. Names become words, followed by the unit that
 * ends the name. Omits fields without a value, and the rest of a long one.
 */
public final class FieldTable {
    private static final Map<String, String> UNITS = Map.of("Seconds", "s", "Bytes", "bytes", "PerSecond", "1/s");

    private static final int LONGEST_TEXT = 500;

    /** Beside an exact rate there is the same per second. */
    private static final JsonMapper SHOWN = JsonMapper.builder()
            .addMixIn(PlanDocument.Exactly.class, Hidden.class)
            .build();

    @JsonIgnoreType
    private interface Hidden {}

    private FieldTable() {}

    /** The table that a heading explains; without rows when nothing is known. */
    public static Table of(Record fields) {
        List<List<String>> rows = new ArrayList<>();
        addFields(rows, "", shown(fields));
        return new Table(List.of("setting", "value"), rows);
    }

    /** The fields that readers are shown. */
    public static JsonNode shown(Record fields) {
        return SHOWN.valueToTree(fields);
    }

    private static void addFields(List<List<String>> rows, String before, JsonNode object) {
        object.properties().forEach(field -> {
            String name = before + words(field.getKey());
            if (field.getValue().isObject()) {
                addFields(rows, name + ", ", field.getValue());
            } else {
                String value = value(field.getValue());
                if (!value.isEmpty()) {
                    rows.add(List.of(name, value));
                }
            }
        });
    }

    /** The name of a field, as it is written in the table. */
    private static String words(String name) {
        for (Map.Entry<String, String> unit : UNITS.entrySet()) {
            if (name.endsWith(unit.getKey())) {
                return words(name.substring(0, name.length() - unit.getKey().length())) + " (" + unit.getValue() + ")";
            }
        }
        return name.replaceAll("([A-Z])", " $1").toLowerCase(Locale.ROOT).strip();
    }

    /** A text as it fits into a table; the file has all of it. */
    private static String shortened(String text) {
        int length = text.codePointCount(0, text.length());
        return length <= LONGEST_TEXT
                ? text
                : text.substring(0, text.offsetByCodePoints(0, LONGEST_TEXT)) + "... ("
                        + NumberFormat.count(length - LONGEST_TEXT) + " characters more)";
    }

    private static String value(JsonNode value) {
        if (value.isNull()) {
            return "";
        }
        if (value.isArray()) {
            return value.valueStream().map(FieldTable::value).collect(Collectors.joining(", "));
        }
        if (value.isObject()) {
            return value.properties().stream()
                    .map(field -> words(field.getKey()) + " " + value(field.getValue()))
                    .collect(Collectors.joining(" "));
        }
        if (value.isBoolean()) {
            return value.asBoolean() ? "yes" : "no";
        }
        if (value.isIntegralNumber()) {
            return NumberFormat.count(value.asLong());
        }
        return value.isNumber() ? NumberFormat.plain(value.asDouble()) : shortened(value.asString());
    }
}
