package io.github.swipestorm.client.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.swipestorm.client.engine.StopReason;
import io.github.swipestorm.client.engine.StopSignal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentTest {

    private static final List<Variant> SETTINGS =
            List.of(FakeTrials.setting("threads=1", 1), FakeTrials.setting("threads=8", 8));
    private static final Schedule SCHEDULE = Schedule.shuffled(SETTINGS, 5, 3);

    @TempDir
    private Path directory;

    /** Says nothing. */
    private static final class Silent implements ExperimentObserver {
        private final List<String> numbers = new ArrayList<>();

        @Override
        public void begins(Step step, int number, OptionalInt of) {
            numbers.add(number + "/" + of.orElse(0));
        }

        @Override
        public void ended(Trial trial) {
            // Nothing to say.
        }
    }

    private static FakeTrials fake() {
        return new FakeTrials(0.05, setting -> 1_000.0 * setting.plan().threads());
    }

    private ExperimentResult conduct(String file, TrialRunner runner, StopSignal stop, Silent observer)
            throws Exception {
        try (RunsFile runs = RunsFile.open(directory.resolve(file))) {
            return new Experiment(SCHEDULE, runs, Duration.ZERO).conduct(runner, stop, observer);
        }
    }

    @Test
    void an_experiment_makes_every_run_in_order_and_keeps_it() throws Exception {
        FakeTrials fake = fake();
        Silent observer = new Silent();

        ExperimentResult outcome = conduct("runs.csv", fake, new StopSignal(), observer);

        assertThat(outcome.complete()).isTrue();
        assertThat(outcome.brokenOff()).isEmpty();
        assertThat(fake.made())
                .isEqualTo(SCHEDULE.steps().stream()
                        .map(step -> step.setting().name() + " " + step.round())
                        .toList());
        assertThat(RunsFile.read(directory.resolve("runs.csv"))).isEqualTo(outcome.trials());
        assertThat(observer.numbers).startsWith("1/10", "2/10").endsWith("10/10");
    }

    @Test
    void an_experiment_that_dies_at_any_run_goes_on_there_and_comes_to_the_same_result() throws Exception {
        List<Trial> whole =
                conduct("whole.csv", fake(), new StopSignal(), new Silent()).trials();
        for (int death = 1; death < 10; death++) {
            String file = "died-" + death + ".csv";
            int after = death;
            List<String> made = new ArrayList<>();
            FakeTrials fake = fake();
            assertThatThrownBy(() -> conduct(
                            file,
                            step -> {
                                if (made.size() == after) {
                                    throw new IllegalStateException("killed");
                                }
                                made.add(step.setting().name() + " " + step.round());
                                return fake.run(step);
                            },
                            new StopSignal(),
                            new Silent()))
                    .hasMessage("killed");

            FakeTrials rest = fake();
            ExperimentResult outcome = conduct(file, rest, new StopSignal(), new Silent());

            assertThat(outcome.trials()).isEqualTo(whole);
            assertThat(rest.made()).hasSize(10 - death).doesNotContainAnyElementsOf(made);
        }
    }

    @Test
    void a_run_that_ended_early_ends_the_experiment_and_is_made_again() throws Exception {
        FakeTrials fake = fake();
        ExperimentResult outcome = conduct(
                "runs.csv",
                step -> {
                    Trial trial = fake.run(step);
                    return fake.made().size() < 3
                            ? trial
                            : new Trial(
                                    trial.setting(),
                                    trial.round(),
                                    trial.startedAt(),
                                    StopReason.GAVE_UP,
                                    trial.bound(),
                                    trial.objectives(),
                                    trial.quantities());
                },
                new StopSignal(),
                new Silent());

        assertThat(outcome.complete()).isFalse();
        assertThat(outcome.trials()).hasSize(2);
        assertThat(outcome.brokenOff()).get().extracting(Trial::ended).isEqualTo(StopReason.GAVE_UP);
        FakeTrials rest = fake();
        assertThat(conduct("runs.csv", rest, new StopSignal(), new Silent()).complete())
                .isTrue();
        assertThat(rest.made()).hasSize(8).first().isEqualTo(fake.made().get(2));
    }

    @Test
    void whoever_stops_it_between_two_runs_does_not_wait_for_the_pause() throws Exception {
        StopSignal stop = new StopSignal();
        FakeTrials fake = fake();
        try (RunsFile runs = RunsFile.open(directory.resolve("runs.csv"))) {
            ExperimentResult outcome = new Experiment(SCHEDULE, runs, Duration.ofHours(1))
                    .conduct(
                            step -> {
                                stop.stop(StopReason.INTERRUPTED);
                                return fake.run(step);
                            },
                            stop,
                            new Silent());

            assertThat(outcome.complete()).isFalse();
            assertThat(outcome.trials())
                    .as("the run was finished, so it is kept")
                    .hasSize(1);
        }
    }

    @Test
    void a_run_that_cannot_be_kept_ends_the_experiment() throws Exception {
        RunsFile runs = RunsFile.open(directory.resolve("runs.csv"));
        runs.close();

        assertThatThrownBy(() ->
                        new Experiment(SCHEDULE, runs, Duration.ZERO).conduct(fake(), new StopSignal(), new Silent()))
                .isInstanceOf(IOException.class);
    }
}
