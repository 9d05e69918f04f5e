package io.github.swipestorm.client.report.store;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.github.swipestorm.client.arrival.Rate;
import io.github.swipestorm.client.measure.LatencySummary;
import io.github.swipestorm.client.objective.Objective;
import io.github.swipestorm.client.objective.Objectives.Judgement;
import io.github.swipestorm.client.objective.Objectives.Status;
import io.github.swipestorm.client.record.RunFiles;
import io.github.swipestorm.client.telemetry.Metric;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamWriteFeature;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JavaType;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.deser.DeserializationProblemHandler;
import tools.jackson.databind.deser.ValueInstantiator;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Writes {@link RunDocument} as {@code summary.json}, and reads the file of this or another version of the program. This is the
 * only place that translates an older file into the newest version.
 */
public final class SummaryFile {

    /** Writes and reads the records of the files. */
    public static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .enable(StreamWriteFeature.WRITE_BIGDECIMAL_AS_PLAIN)
            // Another version of the program may leave a figure out.
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            // isEmpty() of a latency summary is a query, not a property.
            .changeDefaultVisibility(visibility -> visibility.withIsGetterVisibility(JsonAutoDetect.Visibility.NONE))
            .addModule(new SimpleModule().addSerializer(new LatencyWriter()))
            .build();

    private SummaryFile() {}

    /** Statistics of no values are null, not 0. */
    private static final class LatencyWriter extends StdSerializer<LatencySummary> {

        LatencyWriter() {
            super(LatencySummary.class);
        }

        @Override
        public void serialize(LatencySummary latencies, JsonGenerator json, SerializationContext context) {
            json.writeStartObject(latencies);
            for (RecordComponent component : LatencySummary.class.getRecordComponents()) {
                json.writeName(component.getName());
                try {
                    boolean known = !latencies.isEmpty() || component.getName().equals("count");
                    json.writePOJO(known ? component.getAccessor().invoke(latencies) : null);
                } catch (ReflectiveOperationException e) {
                    throw new IllegalStateException(e);
                }
            }
            json.writeEndObject();
        }
    }

    /** The text of the file: of a whole document, or of its start alone. */
    public static String text(Record document) {
        return JSON.writeValueAsString(document) + "\n";
    }

    /**
     * The content of a file of this or another version of the program.
     *
     * @param warnings is called when there is a file that cannot be read, or what of it is missing
     * @return {@link RunDocument#NONE} when there is no file, or none that can be read
     */
    public static RunDocument read(Path file, Consumer<String> warnings) {
        if (Files.exists(file)) {
            try {
                return read(JSON.readTree(Files.readString(file)), file, warnings);
            } catch (IOException e) {
                warnings.accept(unreadable(file, e.toString()));
            } catch (JacksonException e) {
                warnings.accept(unreadable(file, "line " + e.getLocation().getLineNr() + " is not JSON"));
            } catch (LinkageError e) {
                warnings.accept(unreadable(file, "this JVM lacks what reads JSON, " + e.getMessage()));
            }
        }
        return RunDocument.NONE;
    }

    /**
     * The content of a text of this or another version.
     *
     * @throws JacksonException when it is not JSON
     */
    public static RunDocument read(String text) {
        return read(JSON.readTree(text), Path.of(RunFiles.SUMMARY), warning -> {});
    }

    private static RunDocument read(JsonNode content, Path file, Consumer<String> warnings) {
        int version = content.path("schemaVersion").asInt(RunDocument.VERSION);
        if (version > RunDocument.VERSION) {
            warnings.accept(file + " is of version " + version + ", and this version of Swipestorm knows "
                    + RunDocument.VERSION + ": what has another name there is not in the report");
        }
        if (content instanceof ObjectNode old && version < RunDocument.VERSION) {
            translate(old, version);
        }
        Set<String> unreadable = new TreeSet<>();
        RunDocument run = new RunDocument(
                read(content, RunDocument.Start.class, unreadable),
                read(content, RunDocument.Figures.class, unreadable),
                read(content, RunDocument.Findings.class, unreadable));
        List<String> missing = run.ended() ? missing(content, version) : List.of();
        if (!missing.isEmpty()) {
            warnings.accept(file + " has no " + String.join(", ", missing)
                    + ": another version wrote it, and their content is not in the report");
        }
        if (!unreadable.isEmpty()) {
            warnings.accept(file + " has something else than Swipestorm writes in " + String.join(", ", unreadable)
                    + ": their content is not in the report");
        }
        return run;
    }

    /**
     * Reads a record; unknown fields are ignored, and what cannot be read is as good as missing.
     *
     * @param unreadable receives the names of fields with something of another kind than expected
     */
    static <T> T read(JsonNode content, Class<T> type, Set<String> unreadable) {
        return JSON.readerFor(type)
                .withHandler(new MissingWhenUnreadable(unreadable))
                .readValue(content.isObject() ? content : JSON.createObjectNode());
    }

    /** A value of the wrong kind is null, or 0 where there is no null. */
    private static final class MissingWhenUnreadable extends DeserializationProblemHandler {
        private final Set<String> names;

        MissingWhenUnreadable(Set<String> names) {
            this.names = names;
        }

        private Object missing(JsonParser parser, Class<?> type) {
            String name = parser.currentName();
            names.add(name == null ? "a list" : name);
            parser.skipChildren();
            if (type == boolean.class) {
                return false;
            }
            return type == long.class
                    ? (Object) 0L
                    : type == double.class ? (Object) 0.0 : type == int.class ? 0 : null;
        }

        @Override
        public Object handleUnexpectedToken(
                DeserializationContext context, JavaType type, JsonToken token, JsonParser parser, String why) {
            return missing(parser, type.getRawClass());
        }

        @Override
        public Object handleMissingInstantiator(
                DeserializationContext context,
                Class<?> type,
                ValueInstantiator instantiator,
                JsonParser parser,
                String why) {
            return missing(parser, type);
        }

        @Override
        public Object handleWeirdStringValue(DeserializationContext context, Class<?> type, String value, String why) {
            return missing(context.getParser(), type);
        }

        @Override
        public Object handleWeirdNumberValue(DeserializationContext context, Class<?> type, Number value, String why) {
            return missing(context.getParser(), type);
        }

        @Override
        public Object handleInstantiationProblem(
                DeserializationContext context, Class<?> type, Object argument, Throwable why) {
            return missing(context.getParser(), type);
        }
    }

    /** A file of an older version, which differs in some names and units. */
    private static void translate(ObjectNode summary, int version) {
        if (summary.path("plan") instanceof ObjectNode plan) {
            translatePlan(plan, version);
        }
        if (version > 1) {
            return;
        }
        if (summary.path("requests") instanceof ObjectNode requests && requests.has("dropped")) {
            requests.set("neverSent", requests.remove("dropped"));
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
    }

    /** The same for the plan alone, which {@code experiment.json} has, too. */
    static void translatePlan(ObjectNode plan, int version) {
        if (plan.has("authentication")) {
            JsonNode user = plan.remove("authentication");
            plan.set("user", user.isString() ? plan.stringNode(user.asString().replaceFirst("^basic as ", "")) : user);
        }
        if (version == 1 && plan.path("openLoop") instanceof ObjectNode loop) {
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
            return JSON.valueToTree(RunDocument.Judged.of(new Judgement(
                    // In version 1 this meant requests that no retry had saved.
                    Objective.parse(judged.path("objective").asString("").replaceFirst("^errors", "failed")),
                    judged.path("measured").isNumber()
                            ? OptionalDouble.of(judged.path("measured").asDouble())
                            : OptionalDouble.empty(),
                    judged.path("met").asBoolean(false) ? Status.MET : Status.MISSED)));
        } catch (IllegalArgumentException e) {
            return judged;
        }
    }

    private static void translateTelemetry(ObjectNode telemetry) {
        if (telemetry.path("means") instanceof ObjectNode means) {
            for (Metric metric : Metric.values()) {
                if (means.has(metric.column())) {
                    JsonNode mean = means.remove(metric.column());
                    means.set(RunDocument.Sampled.field(metric), mean);
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

    /** Fields that a finished run's file has in every version that this program knows, and that this one lacks. */
    private static List<String> missing(JsonNode summary, int version) {
        return fields(RunDocument.class)
                .filter(name -> !summary.has(name))
                .filter(name -> version >= RunDocument.VERSION || !SINCE_VERSION_3.contains(name))
                .filter(name -> !LATER.contains(name))
                .toList();
    }

    private static final Set<String> SINCE_VERSION_3 = Set.of(
            "workers",
            "bucketWidthUs",
            "workerDeath",
            "objectivesNotJudged",
            "successShare",
            "bodyBytesPerSecond",
            "throughputVariationShare",
            "operations");

    /** Fields that files of the same version may lack, because programs that wrote them did not measure that yet. */
    private static final Set<String> LATER =
            Set.of("sentBytesPerSecond", "iterations", "http", "agents", "loadChanges");

    /** The names of the fields of a document, those of its parts included. */
    private static Stream<String> fields(Class<?> type) {
        return Stream.of(type.getRecordComponents())
                .flatMap(component -> component.getAccessor().isAnnotationPresent(JsonUnwrapped.class)
                        ? fields(component.getType())
                        : Stream.of(component.getName()));
    }

    private static String unreadable(Path file, String why) {
        return "plan and environment are not in the report, as " + file + " cannot be read: " + why;
    }
}
