package io.github.swipestorm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.testing.QuickServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import picocli.CommandLine.ParseResult;

/** The files that deploy agents and runs give commands that exist; what they name must be in the same files. */
@Tag("jdk-independent")
class DeploymentFilesTest {

    @TempDir
    Path directory;

    private static final Path DEPLOY = Path.of("../deploy");

    @ParameterizedTest
    @CsvSource({"agents.yaml, StatefulSet, agent", "run.yaml, Job, run"})
    void a_container_has_arguments_of_a_command(String file, String kind, String command) throws IOException {
        String workload = workload().toString();
        Map<?, ?> pod = pod(file, kind);
        Map<?, ?> container = (Map<?, ?>) ((List<?>) pod.get("containers")).get(0);
        List<String> words = arguments(file, kind).stream()
                .map(word -> word.replace("$(POD_IP)", "10.0.0.5").replace("/workload/workload.yaml", workload))
                .toList();

        assertThat(parsed(words)).isEqualTo(command);
        assertThat(names(container, "volumeMounts")).isSubsetOf(names(pod, "volumes"));
    }

    @Test
    void the_run_is_made_when_it_is_not_spread_over_agents() throws IOException {
        Path workload = workload();
        try (QuickServer server = new QuickServer()) {
            List<String> words = arguments("run.yaml", "Job").stream()
                    .filter(word -> !word.matches("--(join|agents|cluster-tls|details)(=.*)?"))
                    .map(word -> word.replace("/workload/workload.yaml", workload.toString())
                            .replace("http://albums:8080", server.target().toString())
                            .replace("/results/run", directory.resolve("out").toString())
                            .replaceFirst("(--threads)=.*", "$1=2")
                            .replaceFirst("(--duration)=.*", "$1=100ms"))
                    .toList();

            CommandRun run = CommandRun.of(Stream.concat(words.stream(), Stream.of("--self-warmup=none"))
                    .toList());

            assertThat(run.err()).doesNotContain("leave one of them out");
            assertThat(directory.resolve("out/summary.json")).as(run.err()).exists();
        }
    }

    @Test
    void the_options_in_the_unit_of_systemd_are_those_of_an_agent() throws IOException {
        String options = Files.readString(DEPLOY.resolve("systemd/swipestorm-agent.service"))
                .lines()
                .filter(line -> line.contains("AGENT_OPTIONS=--"))
                .findFirst()
                .orElseThrow()
                .replaceFirst(".*AGENT_OPTIONS=", "agent ");

        assertThat(parsed(List.of(options.split(" ")))).isEqualTo("agent");
    }

    private static Map<?, ?> pod(String file, String kind) throws IOException {
        return (Map<?, ?>) ((Map<?, ?>) ((Map<?, ?>) document(file, kind).get("spec")).get("template")).get("spec");
    }

    private static List<String> arguments(String file, String kind) throws IOException {
        Map<?, ?> container = (Map<?, ?>) ((List<?>) pod(file, kind).get("containers")).get(0);
        return ((List<?>) container.get("args")).stream().map(Object::toString).toList();
    }

    private static String parsed(List<String> words) {
        ParseResult result = Main.commandLine().parseArgs(words.toArray(String[]::new));
        return result.subcommand().commandSpec().name();
    }

    /** The workload that the config map holds, in a file. */
    private Path workload() throws IOException {
        Map<?, ?> files = (Map<?, ?>) document("run.yaml", "ConfigMap").get("data");
        return Files.writeString(directory.resolve("workload.yaml"), (String) files.get("workload.yaml"));
    }

    private static Map<?, ?> document(String file, String kind) throws IOException {
        Iterable<Object> documents = new Load(LoadSettings.builder().build())
                .loadAllFromString(Files.readString(DEPLOY.resolve("kubernetes").resolve(file)));
        return StreamSupport.stream(documents.spliterator(), false)
                .map(document -> (Map<?, ?>) document)
                .filter(document -> document.get("kind").equals(kind))
                .findFirst()
                .orElseThrow();
    }

    private static List<Object> names(Map<?, ?> owner, String list) {
        return ((List<?>) owner.get(list))
                .stream().<Object>map(each -> ((Map<?, ?>) each).get("name")).toList();
    }
}
