package io.github.swipestorm.client.report.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.FakeTrials;
import io.github.swipestorm.client.experiment.RunMetric;
import io.github.swipestorm.client.experiment.RunsFile;
import io.github.swipestorm.client.experiment.Schedule;
import io.github.swipestorm.client.experiment.Variant;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.objective.Objectives;
import io.github.swipestorm.client.testing.Plans;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class ExperimentFileTest {

    private static final List<String> WORDS = List.of("sweep", "--threads", "1,8");

    @TempDir
    private Path directory;

    private static Design design(int rounds, Variant... variants) {
        return Design.of(
                "sweep",
                List.of(variants),
                Schedule.shuffled(List.of(variants), rounds, 5),
                Duration.ofSeconds(1),
                Duration.ofSeconds(10),
                Objectives.parse("p99<100ms"));
    }

    private static Design usual() {
        return design(2, FakeTrials.variant("threads=1", 1), FakeTrials.variant("threads=8", 8));
    }

    private JsonNode written(Design design) throws Exception {
        ExperimentFile.write(directory, design, "swipestorm sweep --threads 1,8", WORDS);
        return JsonMapper.shared().readTree(Files.readString(directory.resolve("experiment.json")));
    }

    @Test
    void the_file_says_everything_that_its_schema_wants() throws Exception {
        JsonNode content = written(usual());

        assertThat(errors(content)).isEmpty();
        assertThat(content.at("/order").size()).isEqualTo(4);
        assertThat(content.at("/settings/1/plan/threads").asInt()).isEqualTo(8);
        assertThat(content.at("/objectives").asString()).isEqualTo("p99<100ms");
        assertThat(ExperimentFile.arguments(directory)).isEqualTo(WORDS);
    }

    @Test
    void the_schema_refuses_a_file_that_is_not_one() {
        assertThat(errors(JsonMapper.shared().readTree("{\"schemaVersion\":2}")))
                .isNotEmpty();
    }

    @Test
    void the_same_experiment_may_go_on_at_another_port_of_its_server() throws Exception {
        written(design(1, variant("http://localhost:1000")));

        assertThat(ExperimentFile.requireSame(directory, design(1, variant("http://localhost:2000")), WORDS))
                .as("nothing has changed")
                .isEmpty();
    }

    private static Variant variant(String url) {
        return new Variant(
                "one", "servlet", Plans.plan(Target.parse(url)).requests(5).build());
    }

    @Test
    void another_plan_is_refused_with_the_first_thing_that_differs() throws Exception {
        written(usual());

        assertThatThrownBy(() -> ExperimentFile.requireSame(
                        directory,
                        design(3, FakeTrials.variant("threads=1", 1), FakeTrials.variant("threads=8", 8)),
                        List.of("sweep")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("order was 4 things and is 6 things")
                .hasMessageContaining("swipestorm resume " + directory);
        assertThatThrownBy(() -> ExperimentFile.requireSame(
                        directory,
                        design(2, FakeTrials.variant("threads=1", 1), FakeTrials.variant("threads=8", 9)),
                        List.of("sweep")))
                .hasMessageContaining("settings[1].plan.threads was 8 and is 9");
    }

    @Test
    void an_experiment_of_another_version_is_resumed_and_added_or_missing_fields_are_listed() throws Exception {
        written(usual());
        Path file = directory.resolve("experiment.json");
        Files.writeString(
                file,
                Files.readString(file)
                        .replaceFirst("\"seed\" : (\\d+)", "\"seeds\" : $1")
                        .replaceFirst("\"spin\" : false,", ""));

        assertThat(ExperimentFile.requireSame(directory, usual(), WORDS))
                .containsExactlyInAnyOrder(
                        "settings[0].plan.spin was not there and is false",
                        "settings[0].plan.seed was not there and is 1",
                        "settings[0].plan.seeds was 1 and is not there");
    }

    @Test
    void changes_of_the_experiments_environment_are_listed() throws Exception {
        written(usual());
        Path file = directory.resolve("experiment.json");
        Files.writeString(file, Files.readString(file).replaceFirst("\"java\" : \"[^\"]*\"", "\"java\" : \"1.4.2\""));

        assertThat(ExperimentFile.requireSame(directory, usual(), WORDS))
                .containsExactly("java was 1.4.2 and is " + System.getProperty("java.version"));
    }

    @Test
    void an_edited_file_is_not_reported_as_resumable_with_the_same_command() throws Exception {
        written(usual());
        Path file = directory.resolve("experiment.json");
        Files.writeString(
                file, Files.readString(file).replaceFirst("\"pauseSeconds\" : [0-9.]+", "\"pauseSeconds\" : 77.0"));

        assertThatThrownBy(() -> ExperimentFile.requireSame(directory, usual(), WORDS))
                .hasMessageContaining(file + " does not agree with its own command")
                .hasMessageContaining("pauseSeconds was 77.0")
                .hasMessageNotContaining("swipestorm resume");
    }

    @ParameterizedTest
    @ValueSource(strings = {"5", "[]", "[5]", "{}"})
    void arguments_that_are_no_words_are_refused_by_the_files_name(String arguments) throws Exception {
        Path file = directory.resolve("experiment.json");
        Files.writeString(file, "{\"schemaVersion\":2,\"arguments\":" + arguments + "}");

        assertThatThrownBy(() -> ExperimentFile.arguments(directory))
                .hasMessageContaining(file + " has no 'arguments'");
    }

    @Test
    void a_directory_without_an_experiment_is_refused() {
        assertThatThrownBy(() -> ExperimentFile.arguments(directory.resolve("none")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("contains no experiment to resume");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "not JSON", "[]", "5"})
    void a_damaged_file_is_not_one_of_another_version(String content) throws Exception {
        Path file = Files.writeString(directory.resolve("experiment.json"), content);

        assertThatThrownBy(() -> ExperimentFile.arguments(directory))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("'" + file + "' is damaged");
    }

    @Test
    void a_file_of_another_version_is_refused() throws Exception {
        written(usual());
        Path file = directory.resolve("experiment.json");
        Files.writeString(file, Files.readString(file).replace("\"schemaVersion\" : 3", "\"schemaVersion\" : 9"));

        assertThatThrownBy(() -> ExperimentFile.arguments(directory)).hasMessageContaining("another version");
    }

    @Test
    void an_experiment_of_version_2_is_resumed_and_missing_fields_are_listed() throws Exception {
        ObjectNode content = (ObjectNode) written(usual());
        content.put("schemaVersion", 2);
        content.path("settings").forEach(variant -> {
            ObjectNode plan = (ObjectNode) variant.path("plan");
            plan.remove(List.of("request", "warmUp", "user"));
            plan.putNull("authentication")
                    .put("giveUpSeconds", plan.path("giveUpSeconds").asDouble());
        });
        Files.writeString(directory.resolve("experiment.json"), content.toString());

        assertThat(content.toString()).contains("\"giveUpSeconds\":30.0");
        assertThat(ExperimentFile.requireSame(directory, usual(), WORDS))
                .allMatch(change -> change.contains(".plan.warmUp was not there and is "))
                .hasSize(2);
    }

    @Test
    void the_tables_of_runs_have_the_columns_of_their_schemas_with_their_units() throws Exception {
        requireSchema("runs.schema.json", RunsFile.columns());
        requireSchema("runs-by-operation.schema.json", RunsFile.columnsByOperation());
    }

    private static void requireSchema(String name, List<String> columns) throws IOException {
        try (InputStream schema = ExperimentFile.class.getResourceAsStream(name)) {
            JsonNode fields = JsonMapper.shared().readTree(schema).at("/fields");
            List<String> names = new ArrayList<>();
            fields.forEach(field -> names.add(field.at("/name").asString()));

            assertThat(names).isEqualTo(columns);
            for (RunMetric quantity : RunMetric.values()) {
                if (columns.contains(quantity.column())) {
                    JsonNode field = fields.get(names.indexOf(quantity.column()));
                    assertThat(field.at("/unit").asString()).isEqualTo(quantity.unit());
                    assertThat(field.at("/description").asString()).isNotBlank();
                }
            }
        }
    }

    private static List<Error> errors(JsonNode content) {
        SchemaRegistry registry = SchemaRegistry.withDefaultDialect(
                SpecificationVersion.DRAFT_2020_12,
                builder -> builder.schemas(Map.of("urn:swipestorm:summary:3", text("summary.schema.json"))));
        Schema schema = registry.getSchema(text("experiment.schema.json"));
        return schema.validate(content);
    }

    private static String text(String name) {
        try (InputStream resource = ExperimentFile.class.getResourceAsStream(name)) {
            return new String(resource.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
