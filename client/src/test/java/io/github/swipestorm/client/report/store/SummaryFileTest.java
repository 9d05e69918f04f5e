package io.github.swipestorm.client.report.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.measure.LatencySummary;
import io.github.swipestorm.client.telemetry.Metric;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SummaryFileTest {

    /** Numbers without a unit: ratios, an interval's confidence level, and a number of things that is a mean. */
    private static final Set<String> WITHOUT_UNIT = Set.of("amplification", "deviation", "level", "workers");

    @TempDir
    private Path directory;

    private Path copied(String name, String as) throws Exception {
        Path file = directory.resolve(as);
        try (InputStream kept = SummaryFileTest.class.getResourceAsStream(name)) {
            Files.copy(kept, file);
        }
        return file;
    }

    private static JsonNode read(Path file) {
        List<String> warnings = new ArrayList<>();
        JsonNode content = SummaryFile.read(file, warnings::add);
        assertThat(warnings).isEmpty();
        return content;
    }

    @Test
    void a_summary_of_version_1_is_read_as_one_of_the_newest_version() throws Exception {
        JsonNode summary = read(copied("summary-version-1.json", "summary.json"));

        assertThat(summary.path("schemaVersion").asInt()).isEqualTo(SummaryFile.VERSION);
        assertThat(summary.at("/requests/neverSent").asLong(-1)).isZero();
        assertThat(summary.at("/requests").has("dropped")).isFalse();
        assertThat(summary.at("/plan/openLoop").toString())
                .contains("\"startPerSecond\":200.0", "\"targetPerSecond\":400.0", "\"targetPerSecond\":100.0")
                .doesNotContain("/s", "/m", "\"start\"", "\"target\"");
        assertThat(summary.path("objectives").toString())
                .contains("\"quantity\":\"p99\",\"limitUs\":100000.0,\"measuredUs\":5183.0,\"met\":true")
                .contains("\"quantity\":\"failed\",\"limitShare\":0.001,\"measuredShare\":5.0E-4,")
                .contains("\"quantity\":\"throughput\",\"limitPerSecond\":100.0,\"measuredPerSecond\":280.4999");
        assertThat(summary.at("/telemetry/means/clientRssBytes").asDouble()).isEqualTo(1.2430122595824662E8);
        assertThat(summary.at("/telemetry/means").propertyNames()).noneMatch(name -> name.contains("_"));
        assertThat(summary.at("/telemetry/coreBusyShares").size()).isEqualTo(2);
        assertThat(summary.at("/telemetry/gcPauses/totalMs").asDouble(-1)).isZero();
        assertThat(SummaryFile.verdict(summary)).isPresent();
        assertThat(SummaryFile.latencies(summary.at("/latency/responseTime")).count())
                .isEqualTo(1_400);
        assertThat(SummaryFile.latencies(summary.at("/latency/failedAttempts"))).isEqualTo(LatencySummary.EMPTY);
    }

    @Test
    void an_old_file_that_was_changed_by_hand_is_still_read() throws Exception {
        Path file = directory.resolve("summary.json");
        Files.writeString(
                file,
                "{\"schemaVersion\":1,\"requests\":5,\"telemetry\":{\"means\":[],\"gcPauses\":{}},\"plan\":{\"openLoop\":"
                        + "{\"start\":7,\"stages\":[3]}},\"objectives\":[{\"objective\":\"p99\"},5]}");

        assertThat(read(file).at("/plan/openLoop/startPerSecond").asDouble()).isEqualTo(7);
    }

    @Test
    void an_experiment_of_version_1_is_read_as_one_of_the_newest_version() throws Exception {
        copied("experiment-version-1.json", "experiment.json");

        assertThat(ExperimentFile.arguments(directory)).startsWith("compare", "transports", "--rate", "6000/m");
        assertThat(ExperimentFile.parts(directory).toString()).contains("[open loop, start (1/s), 100]");
    }

    @Test
    void every_quantity_of_the_schema_has_its_unit_in_its_name() throws Exception {
        JsonNode schema;
        try (InputStream text = SummaryFile.class.getResourceAsStream("summary.schema.json")) {
            schema = JsonMapper.shared().readTree(text);
        }
        List<String> quantities = new ArrayList<>();
        collect(schema, quantities);

        assertThat(quantities)
                .contains("p99Us", "wallTimeSeconds", "throughputPerSecond", "limitShare")
                .allMatch(name -> WITHOUT_UNIT.contains(name)
                        || name.matches(".+(Us|Ms|Seconds|Bytes|Cores|PerSecond|Shares?|[sS]hare)"));
        JsonNode means = schema.at("/properties/telemetry/properties/means/patternProperties");
        String pattern = means.propertyNames().iterator().next();
        assertThat(Metric.values())
                .allMatch(reading -> TelemetrySection.field(reading).matches(pattern));
        assertThat(Stream.of(Metric.CLIENT_CPU, Metric.BYTES_IN, Metric.GC_PAUSE, Metric.IN_FLIGHT)
                        .map(TelemetrySection::field))
                .containsExactly("clientCpuCores", "machineBytesInPerSecond", "clientGcPauseMsPerSecond", "inFlight");
    }

    /** Every property that is a number, but for the whole ones, which count. */
    private static void collect(JsonNode schema, List<String> quantities) {
        schema.path("properties").properties().forEach(property -> {
            JsonNode shape = property.getValue();
            boolean number = shape.path("type").toString().contains("\"number\"")
                    || shape.at("/items/type").asString("").equals("number")
                    || shape.path("$ref").asString("").equals("#/$defs/seconds");
            if (number) {
                quantities.add(property.getKey());
            }
        });
        schema.forEach(child -> collect(child, quantities));
    }
}
