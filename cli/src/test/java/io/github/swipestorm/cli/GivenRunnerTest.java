package io.github.swipestorm.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.client.engine.ClientLimitException;
import io.github.swipestorm.client.engine.RunObserver;
import io.github.swipestorm.client.engine.RunResult;
import io.github.swipestorm.client.engine.RunSettings;
import io.github.swipestorm.client.engine.Runner;
import io.github.swipestorm.client.engine.StopSignal;
import io.github.swipestorm.client.plan.LoadPlan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

    private CommandRun command(Runner runner, String... words) {
        List<String> all = new ArrayList<>(List.of(words));
        all.addAll(List.of(
                "--url", "http://localhost:9", "--output", folder.resolve("out").toString()));
        return CommandRun.by(() -> runner, all.toArray(String[]::new));
    }
}
