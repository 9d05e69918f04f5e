package io.github.swipestorm.client.report.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.swipestorm.client.measure.LatencySummary;
import io.github.swipestorm.client.objective.Objectives.Status;
import io.github.swipestorm.client.plan.PlanDocument;
import io.github.swipestorm.client.report.store.RunDocument.Judged;
import io.github.swipestorm.client.report.store.RunDocument.Sampled;
import io.github.swipestorm.client.telemetry.Metric;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
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

    private static RunDocument read(Path file) {
        List<String> warnings = new ArrayList<>();
        RunDocument content = SummaryFile.read(file, warnings::add);
        assertThat(warnings).isEmpty();
        return content;
    }

    @Test
    void an_objective_without_a_value_says_why() {
        RunDocument run = SummaryFile.read("""
                {"schemaVersion": 3, "state": "ended",
                 "operations": [{"name": "a", "attempts": {"total": 0}}, {"name": "b", "attempts": {"total": 3}}],
                 "objectives": [
                   {"objective": "errors[a]<1%", "quantity": "errors[a]", "limitShare": 0.01, "met": false},
                   {"objective": "p95[b]<1ms", "quantity": "p95[b]", "limitUs": 1000, "met": false},
                   {"objective": "p95[b]<1ms", "quantity": "p95[b]", "limitUs": 1000, "measuredUs": 2500, "met": false},
                   {"objective": "iteration.p95[a]<1ms", "quantity": "iteration.p95[a]", "limitUs": 1000, "met": false}]}
                """);

        assertThat(run.findings().objectives())
                .extracting(run::measured)
                .containsExactly("never sent", "nothing was measured", "measured 2.500 ms", "nothing was measured");
    }

    @Test
    void a_summary_of_version_1_is_read_as_one_of_the_newest_version() throws Exception {
        RunDocument summary = read(copied("summary-version-1.json", "summary.json"));

        assertThat(summary.figures().requests().planned()).isEqualTo(1_400);
        assertThat(summary.figures().requests().neverSent()).isZero();
        PlanDocument.Load load = summary.start().plan().orElseThrow().openLoop();
        assertThat(load.startPerSecond()).isEqualTo(200);
        assertThat(load.stages())
                .extracting(PlanDocument.Stage::targetPerSecond)
                .containsExactly(400.0, 100.0);
        assertThat(summary.findings().objectives())
                .extracting(Judged::quantity, Judged::measured, Judged::unit, Judged::status)
                .containsExactly(
                        tuple("p99", Optional.of("5.183"), "ms", Status.MET),
                        tuple("failed", Optional.of("0.050"), "%", Status.MET),
                        tuple("throughput", Optional.of("280.500"), "/s", Status.MET));
        Sampled telemetry = summary.findings().telemetry().orElseThrow();
        assertThat(telemetry.mean(Metric.CLIENT_RSS)).hasValue(1.2430122595824662E8);
        assertThat(telemetry.means().keySet()).noneMatch(name -> name.contains("_"));
        assertThat(telemetry.coreBusyShares()).hasSize(2);
        assertThat(telemetry.gcPauses().totalMs()).isZero();
        assertThat(summary.findings().verdict()).isPresent();
        assertThat(summary.figures().latency().responseTime().count()).isEqualTo(1_400);
        assertThat(summary.figures().latency().failedAttempts()).isEqualTo(LatencySummary.EMPTY);
    }

    @Test
    void an_old_file_that_was_changed_by_hand_is_still_read_and_what_is_wrong_is_named() throws Exception {
        Path file = directory.resolve("summary.json");
        Files.writeString(
                file,
                "{\"schemaVersion\":1,\"requests\":5,\"telemetry\":{\"means\":[],\"gcPauses\":{}},\"plan\":{\"openLoop\":"
                        + "{\"start\":7,\"stages\":[3]}},\"objectives\":[{\"objective\":\"p99\"},5],"
                        + "\"verdict\":{\"bound\":\"moon-bound\"},\"attempts\":{\"total\":\"x\",\"bodyBytes\":3}}");
        List<String> warnings = new ArrayList<>();

        RunDocument read = SummaryFile.read(file, warnings::add);

        assertThat(read.start().plan().orElseThrow().openLoop().startPerSecond())
                .isEqualTo(7);
        assertThat(read.findings().verdict()).isEmpty();
        assertThat(read.findings().objectives()).hasSize(1);
        assertThat(read.figures().requests().ok()).isZero();
        assertThat(read.figures().attempts().bodyBytes()).isEqualTo(3);
        assertThat(warnings)
                .singleElement()
                .asString()
                .startsWith(file + " has something else than Swipestorm writes in ")
                .contains("bound", "means", "requests", "total");
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
        assertThat(Metric.values()).allMatch(reading -> Sampled.field(reading).matches(pattern));
        assertThat(Stream.of(Metric.CLIENT_CPU, Metric.BYTES_IN, Metric.GC_PAUSE, Metric.IN_FLIGHT)
                        .map(Sampled::field))
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
