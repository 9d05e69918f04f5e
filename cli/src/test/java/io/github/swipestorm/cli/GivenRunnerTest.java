package io.github.swipestorm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.engine.ClientLimitException;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.RunSettings;
import io.github.swipestorm.client.engine.Runner;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.measure.Counts;
import io.github.swipestorm.client.plan.LoadPlan;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A command makes its runs by the runner that the command line was given. */
class GivenRunnerTest {

    @TempDir
    private Path folder;

    /** Makes no run, and remembers what it was asked for. */
    private static final class Refusing implements Runner {
        private final List<LoadPlan> plans = new ArrayList<>();
        private RunSettings settings;

        @Override
        public RunResult run(LoadPlan plan, StopSignal stop, RunObserver observer) {
            plans.add(plan);
            throw new ClientLimitException("no machine is free", null);
        }

        @Override
        public Runner with(RunSettings others) {
            settings = others;
            return this;
        }
    }

    @Test
    void a_run_goes_to_the_runner_with_its_plan_and_settings() {
        Refusing runner = new Refusing();

        CommandRun run = command(runner, "run", "--threads", "3", "--precision", "2%");

        assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
        assertThat(run.err()).contains("no machine is free");
        assertThat(runner.plans).singleElement().extracting(LoadPlan::threads).isEqualTo(3);
        assertThat(runner.settings.precision()).isEqualTo(OptionalDouble.of(0.02));
        assertThat(runner.settings.recording().directory()).contains(folder.resolve("out"));
    }

    @Test
    void an_experiment_that_a_runner_cannot_begin_says_so_once() {
        Refusing runner = new Refusing();

        CommandRun run = command(runner, "sweep", "--threads", "1,2", "--settle", "0s");

        assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
        assertThat(run.err()).containsOnlyOnce("CLIENT LIMIT: the run could not be made. no machine is free");
        assertThat(runner.plans).hasSize(1);
    }

    /** Scrapes what the command serves while its run is in progress, and makes no run. */
    private record Scraping(int port, List<String> scraped) implements Runner {

        @Override
        public RunResult run(LoadPlan plan, StopSignal stop, RunObserver observer) throws InterruptedException {
            observer.started(plan, () -> Counts.NONE);
            URI address = URI.create("http://127.0.0.1:" + port + "/metrics");
            try {
                scraped.add(HttpClient.newHttpClient()
                        .send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString(StandardCharsets.UTF_8))
                        .body());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            throw new ClientLimitException("no machine is free", null);
        }

        @Override
        public Runner with(RunSettings others) {
            return this;
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"run --threads 3 | average-3", "sweep --threads 1,2 --settle 0s --seed 1 | threads="})
    void metrics_name_the_directory_and_the_variant(String words, String variant) throws IOException {
        Scraping runner = new Scraping(freePort(), new ArrayList<>());

        CommandRun run = command(runner, (words + " --prometheus " + runner.port).split(" "));

        assertThat(run.err()).contains("Metrics: http://127.0.0.1:" + runner.port + "/metrics");
        assertThat(runner.scraped)
                .singleElement()
                .asString()
                .containsPattern("swipestorm_run_info\\{.*round=\"1\",run=\"out\",.*variant=\"" + variant)
                .containsPattern("swipestorm_run_stage\\{.*stage=\"running\".*} 1");
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"run --threads 3", "sweep --threads 1,2 --settle 0s"})
    void a_port_in_use_is_one_line_before_anything_is_sent(String words) throws IOException {
        Refusing runner = new Refusing();
        CommandRun run;
        int port;
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
            port = taken.getLocalPort();
            run = command(runner, (words + " --prometheus " + port).split(" "));
        }

        assertThat(run.exitCode()).as(run.err()).isEqualTo(2);
        assertThat(run.err().lines())
                .hasSize(2)
                .first()
                .asString()
                .startsWith("--prometheus cannot listen on 127.0.0.1:" + port)
                .contains("name another port");
        assertThat(runner.plans).isEmpty();
        assertThat(folder.resolve("out")).doesNotExist();
    }

    private CommandRun command(Runner runner, String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of(
                "--url", "http://localhost:9", "--output", folder.resolve("out").toString()));
        return CommandRun.by(() -> runner, all.toArray(String[]::new));
    }
}
