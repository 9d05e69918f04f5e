package io.github.swipestorm.client.report.store;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.experiment.Objective;
import io.github.swipestorm.client.inference.ConfidenceInterval;
import io.github.swipestorm.client.inference.Estimate;
import io.github.swipestorm.client.inference.Steadiness.SteadyPart;
import io.github.swipestorm.client.measure.LatencySummary;
import io.github.swipestorm.client.registry.EnumLabels;
import io.github.swipestorm.client.telemetry.Metric;
import io.github.swipestorm.client.verdict.Bound;
import io.github.swipestorm.client.verdict.Verdict;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads {@code summary.json} of this or another version of the program; missing fields are treated as unknown. This is
 * the only place that translates an older file into the newest version.
 */
public final class SummaryFile {

    /** The version that {@link SummaryDocument} has. */
    static final int VERSION = 2;

    /** The state of a run in progress, or of one that ended without being able to record that. */
    static final String RUNNING = "running";

    /** The state of a run whose results are in the file. */
    static final String ENDED = "ended";

    public static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            // Another version of the program may leave a figure out.
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            // isEmpty() of a latency summary is a query, not a property.
            .changeDefaultVisibility(visibility -> visibility.withIsGetterVisibility(JsonAutoDetect.Visibility.NONE))
            .build();

    private SummaryFile() {}

    /**
     * The content of a file of this or another version of the program.
     *
     * @param warnings is told when there is a file that cannot be read
     * @return without any field when there is no file, or none that can be read
     */
    public static JsonNode read(Path file, Consumer<String> warnings) {
        if (Files.exists(file)) {
            try {
                JsonNode content = JSON.readTree(Files.readString(file));
                int version = content.path("schemaVersion").asInt(VERSION);
                if (version > VERSION) {
                    warnings.accept(file + " is of version " + version + ", and this version of Swipestorm knows "
                            + VERSION + ": what has another name there is not in the report");
                }
                List<String> missing = missing(content);
                if (!missing.isEmpty()) {
                    warnings.accept(file + " has no " + String.join(", ", missing)
                            + ": another version wrote it, and their content is not in the report");
                }
                return content instanceof ObjectNode old && version == 1 ? translated(old) : content;
            } catch (IOException e) {
                warnings.accept(unreadable(file, e.toString()));
            } catch (JacksonException e) {
                warnings.accept(unreadable(file, "line " + e.getLocation().getLineNr() + " is not JSON"));
            }
        }
        return JSON.createObjectNode();
    }

    /** A file of version 1, which differs in some names and units. */
    private static ObjectNode translated(ObjectNode summary) {
        summary.put("schemaVersion", VERSION);
        if (summary.path("requests") instanceof ObjectNode requests && requests.has("dropped")) {
            requests.set("neverSent", requests.remove("dropped"));
        }
        if (summary.path("plan") instanceof ObjectNode plan) {
            translatePlan(plan);
        }
        summary.putNull("inconclusive");
        if (summary.path("objectives") instanceof ArrayNode objectives) {
            for (int i = 0; i < objectives.size(); i++) {
                objectives.set(i, translatedObjective(objectives.get(i)));
            }
        }
        if (summary.path("telemetry") instanceof ObjectNode telemetry) {
            translateTelemetry(telemetry);
        }
        return summary;
    }

    /** The same for the plan alone, which {@code experiment.json} has, too. */
    static void translatePlan(ObjectNode plan) {
        if (plan.path("openLoop") instanceof ObjectNode loop) {
            loop.set("startPerSecond", perSecond(loop.remove("start")));
            loop.path("stages").forEach(stage -> {
                if (stage instanceof ObjectNode fields) {
                    fields.set("targetPerSecond", perSecond(fields.remove("target")));
                }
            });
        }
    }

    private static JsonNode perSecond(JsonNode rate) {
        try {
            return JSON.getNodeFactory()
                    .numberNode(
                            Rate.parse(rate == null ? "" : rate.asString("")).perSecond());
        } catch (IllegalArgumentException e) {
            return JSON.getNodeFactory().nullNode();
        }
    }

    private static JsonNode translatedObjective(JsonNode judged) {
        try {
            return JSON.valueToTree(ObjectiveSection.fields(
                    // In version 1 this meant requests that no retry had saved.
                    Objective.parse(judged.path("objective").asString("").replaceFirst("^errors", "failed")),
                    judged.path("measured").isNumber()
                            ? OptionalDouble.of(judged.path("measured").asDouble())
                            : OptionalDouble.empty(),
                    judged.path("met").asBoolean(false)));
        } catch (IllegalArgumentException e) {
            return judged;
        }
    }

    private static void translateTelemetry(ObjectNode telemetry) {
        if (telemetry.path("means") instanceof ObjectNode means) {
            for (Metric reading : Metric.values()) {
                if (means.has(reading.column())) {
                    JsonNode mean = means.remove(reading.column());
                    means.set(TelemetrySection.field(reading), mean);
                }
            }
        }
        if (telemetry.has("coreBusyMeans")) {
            telemetry.set("coreBusyShares", telemetry.remove("coreBusyMeans"));
        }
        if (telemetry.path("gcPauses") instanceof ObjectNode pauses) {
            pauses.set("totalMs", pauses.remove("totalMillis"));
            pauses.set("longestMs", pauses.remove("longestMillis"));
        }
    }

    /** Whether the file was written at the start of a run and not replaced at its end. */
    public static boolean isRunning(JsonNode summary) {
        return summary.path("state").asString("").equals(RUNNING);
    }

    /** When the run started, in microseconds since 1970; empty when the file does not say. */
    public static OptionalLong startedAtUs(JsonNode summary) {
        try {
            return OptionalLong.of(ChronoUnit.MICROS.between(
                    Instant.EPOCH, Instant.parse(summary.path("startedAt").asString(""))));
        } catch (DateTimeParseException | ArithmeticException e) {
            return OptionalLong.empty();
        }
    }

    /** How many attempts the run counted; empty when the file does not say. */
    static OptionalLong attempts(JsonNode summary) {
        JsonNode total = summary.at("/attempts/total");
        return total.isIntegralNumber() ? OptionalLong.of(total.asLong()) : OptionalLong.empty();
    }

    /** The latencies that a part of a file's content tells of; those of no values when it does not. */
    public static LatencySummary latencies(JsonNode section) {
        try {
            return section.isObject() ? JSON.treeToValue(section, LatencySummary.class) : LatencySummary.EMPTY;
        } catch (JacksonException e) {
            return LatencySummary.EMPTY;
        }
    }

    /** The verdict that a file's content has; empty when it has none, or one that this version does not know. */
    public static Optional<Verdict> verdict(JsonNode summary) {
        JsonNode section = summary.path("verdict");
        return EnumLabels.find(Bound.values(), section.path("bound").asString(""))
                .map(bound -> new Verdict(
                        bound,
                        section.path("evidence").asString(""),
                        section.path("consequence").asString("")));
    }

    /** The steady part that a file's content has; empty when it has none. */
    public static Optional<SteadyPart> steadyPart(JsonNode summary) {
        JsonNode part = summary.at("/steadiness/steadyPart");
        boolean complete = Stream.of(
                        "fromSecond", "toSecond", "throughputPerSecond", "lowPerSecond", "highPerSecond", "level")
                .allMatch(name -> part.path(name).isNumber());
        if (!complete) {
            return Optional.empty();
        }
        try {
            ConfidenceInterval interval = new ConfidenceInterval(
                    part.path("lowPerSecond").asDouble(),
                    part.path("highPerSecond").asDouble(),
                    part.path("level").asDouble());
            return Optional.of(new SteadyPart(
                    part.path("fromSecond").asLong(),
                    part.path("toSecond").asLong(),
                    new Estimate(part.path("throughputPerSecond").asDouble(), interval)));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** The fields of {@link SummaryDocument} that a finished run's file does not have. */
    private static List<String> missing(JsonNode summary) {
        return summary.path("state").asString("").equals(ENDED)
                ? Stream.of(SummaryDocument.class.getRecordComponents())
                        .map(RecordComponent::getName)
                        .filter(name -> !summary.has(name))
                        .toList()
                : List.of();
    }

    private static String unreadable(Path file, String why) {
        return "plan and environment are not in the report, as " + file + " cannot be read: " + why;
    }
}
