package io.github.swipestorm.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.swipestorm.cli.Main;
import io.github.swipestorm.client.experiment.Variant;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.transport.Classic;
import io.github.swipestorm.client.transport.Nio;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The plans of a matrix, before any server is started. */
class MatrixCommandTest {

    private static final String EXAMPLES = "../examples/workloads/";

    @TempDir
    private Path folder;

    private List<LoadPlan> plans(String file, String... options) throws IOException {
        List<String> words = new ArrayList<>(List.of(
                "matrix", Files.writeString(folder.resolve("m.yaml"), file).toString()));
        words.addAll(List.of(options));
        CommandLine line = Main.commandLine();
        line.parseArgs(words.toArray(String[]::new));
        MatrixCommand matrix = line.getSubcommands().get("matrix").getCommand();
        return matrix.design(matrix.servers().planned()).variants().stream()
                .map(Variant::plan)
                .toList();
    }

    @Test
    void a_workload_of_the_file_decides_retries_transport_and_workers_like_one_that_is_typed() throws Exception {
        assertThat(plans("server: key-value\nworkload: " + EXAMPLES + "key-value.yaml"))
                .singleElement()
                .satisfies(plan -> {
                    assertThat(plan.workload().name()).isEqualTo("key-value");
                    assertThat(plan.retry().retries()).isZero();
                    assertThat(plan.transport().kind()).isEqualTo(new Classic());
                });
        assertThat(plans("server: board\nworkload: " + EXAMPLES + "board.yaml"))
                .singleElement()
                .satisfies(plan -> {
                    assertThat(plan.transport().kind()).isEqualTo(new Nio());
                    assertThat(plan.threads()).isEqualTo(10);
                });
        assertThat(plans("workload: [same-swipe, swipes]", "--url", "http://localhost:1"))
                .extracting(plan -> plan.retry().retries())
                .containsExactly(0, 5);
    }

    @Test
    void what_is_wrong_with_a_server_is_named_with_its_line() {
        assertThatThrownBy(() -> plans("threads: 1\nserverThreads: [5, 10001]"))
                .hasMessageContaining(
                        "m.yaml, line 2: 'serverThreads': The server needs 1 to 10000 threads, not 10001");
        assertThatThrownBy(() -> plans("store: [mutex,\n  plane]\nserver: albums"))
                .hasMessageContaining("m.yaml, line 2: 'store': 'plane' is not a store of the albums server");
        assertThatThrownBy(() -> plans("server: album")).hasMessageContaining("m.yaml, line 1: 'server': 'album' is");
        assertThatThrownBy(() -> plans("serverVirtualThreads: 1"))
                .hasMessageContaining("m.yaml, line 1: 'serverVirtualThreads': '1' is neither true nor false");
    }

    @Test
    void a_workload_that_does_not_fit_is_named_with_its_line() {
        assertThatThrownBy(() -> plans("server: key-value\nworkload: swipes"))
                .hasMessageContaining("m.yaml, line 2: 'workload': The key-value server has no swipe API");
        assertThatThrownBy(() -> plans("workload: same-swipe", "http://localhost:1/"))
                .hasMessageContaining("m.yaml, line 1: 'workload': the URL asks for one request");
    }

    @Test
    void agents_vary_only_where_there_are_some_and_in_one_place() throws Exception {
        assertThat(plans("agents: [1, 2]\nthreads: 4", "--url", "http://localhost:1", "--join", "127.0.0.1"))
                .hasSize(2);
        assertThatThrownBy(() -> plans("agents: [1, 2]", "--url", "http://localhost:1"))
                .hasMessageContaining("The key 'agents' belongs to runs on agents: add --join HOST:PORT");
        assertThatThrownBy(() ->
                        plans("agents: [1, 2]", "--url", "http://localhost:1", "--join", "127.0.0.1", "--agents", "3"))
                .hasMessageContaining("The plan has the key 'agents': leave out --agents 3");
    }
}
