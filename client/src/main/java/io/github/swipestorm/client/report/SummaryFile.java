package io.github.swipestorm.client.report;

import com.fasterxml.jackson.annotation.JsonAutoDetect;
import io.github.swipestorm.client.stats.LatencySummary;
import io.github.swipestorm.client.verdict.Bound;
import io.github.swipestorm.client.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Reads {@code summary.json} of this or another version of the program; what is not there is not told. */
final class SummaryFile {

    static final JsonMapper JSON = JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            // Another version of the program may leave a figure out.
            .disable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
            // isEmpty() of a latency summary is a question to it, not a part of it.
            .changeDefaultVisibility(visibility -> visibility.withIsGetterVisibility(JsonAutoDetect.Visibility.NONE))
            .build();

    private SummaryFile() {}

    /**
     * The content of a file of this or another version of the program.
     *
     * @param warnings is told when there is a file that cannot be read
     * @return without any field when there is no file, or none that can be read
     */
    static JsonNode read(Path file, Consumer<String> warnings) {
        if (Files.exists(file)) {
            try {
                return JSON.readTree(Files.readString(file));
            } catch (IOException e) {
                warnings.accept(unreadable(file, e.toString()));
            } catch (JacksonException e) {
                warnings.accept(unreadable(file, "line " + e.getLocation().getLineNr() + " is not JSON"));
            }
        }
        return JSON.createObjectNode();
    }

    /** The latencies that a part of a file's content tells of; those of no values when it does not. */
    static LatencySummary latencies(JsonNode section) {
        try {
            return section.isObject() ? JSON.treeToValue(section, LatencySummary.class) : LatencySummary.EMPTY;
        } catch (JacksonException e) {
            return LatencySummary.EMPTY;
        }
    }

    /** The verdict that a file's content has; empty when it has none, or one that this version does not know. */
    static Optional<Verdict> verdict(JsonNode summary) {
        JsonNode section = summary.path("verdict");
        return Stream.of(Bound.values())
                .filter(bound -> bound.toString().equals(section.path("bound").asString("")))
                .map(bound -> new Verdict(
                        bound,
                        section.path("evidence").asString(""),
                        section.path("consequence").asString("")))
                .findFirst();
    }

    private static String unreadable(Path file, String why) {
        return "plan and environment are not in the report, as " + file + " cannot be read: " + why;
    }
}
