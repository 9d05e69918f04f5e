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
            List.of(FakeTrials.variant("threads=1", 1), FakeTrials.variant("threads=8", 8));
    private static final Schedule SCHEDULE = Schedule.shuffled(SETTINGS, 5, 3);

    @TempDir
    private Path directory;

    /** Records its notifications. */
    private static class Seen implements ExperimentObserver {
        private final List<String> calls = new ArrayList<>();

        @Override
        public void begins(PlannedRun planned, int number, OptionalInt of) {
            calls.add("begins " + number + "/" + of.orElse(0));
        }

        @Override
        public void ended(Trial trial) {
            calls.add("ended");
        }

        @Override
        public void endedEarly(Trial trial) {
            calls.add("ended early: " + trial.ended());
        }

        @Override
        public void failed(PlannedRun planned, Exception cause) {
            calls.add("failed: " + cause.getClass().getSimpleName());
        }

        @Override
        public void over(ExperimentResult result) {
            calls.add("over, complete: " + result.complete() + ", trials: "
                    + result.trials().size());
        }
    }

    private static FakeTrials fake() {
        return new FakeTrials(0.05, variant -> 1_000.0 * variant.plan().threads());
    }

    private ExperimentResult conduct(String file, TrialRunner runner, StopSignal stop, Seen observer) throws Exception {
        try (RunsFile runs = RunsFile.open(directory.resolve(file))) {
            return new Experiment(SCHEDULE, runs, Duration.ZERO, List.of(observer)).conduct(runner, stop);
        }
    }

    @Test
    void an_experiment_makes_every_run_in_order_and_keeps_it() throws Exception {
        FakeTrials fake = fake();
        Seen observer = new Seen();

        ExperimentResult outcome = conduct("runs.csv", fake, new StopSignal(), observer);

        assertThat(outcome.complete()).isTrue();
        assertThat(outcome.brokenOff()).isEmpty();
        assertThat(fake.made())
                .isEqualTo(SCHEDULE.runs().stream()
                        .map(planned -> planned.variant().name() + " " + planned.round())
                        .toList());
        assertThat(RunsFile.read(directory.resolve("runs.csv"))).isEqualTo(outcome.trials());
        assertThat(observer.calls)
                .startsWith("begins 1/10", "ended", "begins 2/10", "ended")
                .endsWith("begins 10/10", "ended", "over, complete: true, trials: 10")
                .hasSize(21);
    }

    @Test
    void an_experiment_that_dies_at_any_run_goes_on_there_and_comes_to_the_same_result() throws Exception {
        List<Trial> whole =
                conduct("whole.csv", fake(), new StopSignal(), new Seen()).trials();
        for (int death = 1; death < 10; death++) {
            String file = "died-" + death + ".csv";
            int after = death;
            List<String> made = new ArrayList<>();
            FakeTrials fake = fake();
            assertThatThrownBy(() -> conduct(
                            file,
                            planned -> {
                                if (made.size() == after) {
                                    throw new IllegalStateException("killed");
                                }
                                made.add(planned.variant().name() + " " + planned.round());
                                return fake.run(planned);
                            },
                            new StopSignal(),
                            new Seen()))
                    .hasMessage("killed");

            FakeTrials rest = fake();
            ExperimentResult outcome = conduct(file, rest, new StopSignal(), new Seen());

            assertThat(outcome.trials()).isEqualTo(whole);
            assertThat(rest.made()).hasSize(10 - death).doesNotContainAnyElementsOf(made);
        }
    }

    @Test
    void a_run_that_ended_early_ends_the_experiment_and_is_made_again() throws Exception {
        FakeTrials fake = fake();
        Seen seen = new Seen();
        ExperimentResult outcome = conduct(
                "runs.csv",
                planned -> {
                    Trial trial = fake.run(planned);
                    return fake.made().size() < 3
                            ? trial
                            : new Trial(
                                    trial.variant(),
                                    trial.round(),
                                    trial.startedAt(),
                                    StopReason.GAVE_UP,
                                    trial.bound(),
                                    trial.objectives(),
                                    trial.quantities());
                },
                new StopSignal(),
                seen);

        assertThat(outcome.complete()).isFalse();
        assertThat(outcome.trials()).hasSize(2);
        assertThat(outcome.brokenOff()).get().extracting(Trial::ended).isEqualTo(StopReason.GAVE_UP);
        assertThat(seen.calls)
                .endsWith("begins 3/10", "ended early: " + StopReason.GAVE_UP, "over, complete: false, trials: 2");
        FakeTrials rest = fake();
        assertThat(conduct("runs.csv", rest, new StopSignal(), new Seen()).complete())
                .isTrue();
        assertThat(rest.made()).hasSize(8).first().isEqualTo(fake.made().get(2));
    }

    @Test
    void a_stop_between_two_runs_does_not_wait_for_the_pause() throws Exception {
        StopSignal stop = new StopSignal();
        FakeTrials fake = fake();
        try (RunsFile runs = RunsFile.open(directory.resolve("runs.csv"))) {
            ExperimentResult outcome = new Experiment(SCHEDULE, runs, Duration.ofHours(1), List.of())
                    .conduct(
                            planned -> {
                                stop.stop(StopReason.INTERRUPTED);
                                return fake.run(planned);
                            },
                            stop);

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
        Seen seen = new Seen();

        assertThatThrownBy(() ->
                        new Experiment(SCHEDULE, runs, Duration.ZERO, List.of(seen)).conduct(fake(), new StopSignal()))
                .isInstanceOf(IOException.class);
        assertThat(seen.calls).hasSize(3).element(1).asString().startsWith("failed: ");
    }

    @Test
    void an_exception_of_an_observer_affects_neither_runs_nor_other_observers() throws Exception {
        ExperimentObserver broken = new Seen() {
            @Override
            public void ended(Trial trial) {
                throw new IllegalStateException("no room on the screen");
            }
        };
        Seen seen = new Seen();
        ExperimentResult result;
        try (RunsFile runs = RunsFile.open(directory.resolve("runs.csv"))) {
            result = new Experiment(SCHEDULE, runs, Duration.ZERO, List.of(broken, seen))
                    .conduct(fake(), new StopSignal());
        }

        assertThat(result.complete()).isTrue();
        assertThat(result.observerFailures())
                .hasSize(10)
                .allSatisfy(failure -> assertThat(failure).hasMessage("no room on the screen"));
        assertThat(seen.calls).hasSize(21).endsWith("ended", "over, complete: true, trials: 10");
        assertThat(RunsFile.read(directory.resolve("runs.csv"))).isEqualTo(result.trials());
    }

    @Test
    void observers_are_notified_of_a_failed_run_and_of_the_end() throws Exception {
        Seen seen = new Seen();
        try (RunsFile runs = RunsFile.open(directory.resolve("runs.csv"))) {
            Experiment experiment = new Experiment(SCHEDULE, runs, Duration.ZERO, List.of(seen));

            assertThatThrownBy(() -> experiment.conduct(
                            planned -> {
                                throw new IllegalStateException("no such host");
                            },
                            new StopSignal()))
                    .hasMessage("no such host");
        }

        assertThat(seen.calls)
                .containsExactly("begins 1/10", "failed: IllegalStateException", "over, complete: false, trials: 0");
    }
}
