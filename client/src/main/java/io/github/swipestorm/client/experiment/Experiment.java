package io.github.swipestorm.client.experiment;

import io.github.swipestorm.client.engine.StopSignal;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Makes the missing runs, and saves each as soon as it is finished. Not thread-safe. */
public final class Experiment {

    private final RunSequence sequence;
    private final RunsFile runs;
    private final Duration pause;
    private final List<ExperimentObserver> observers;
    private final List<RuntimeException> observerFailures = new ArrayList<>();

    /**
     * An experiment that continues with the runs in the file.
     *
     * @param pause cool-down between two runs
     * @param observers are notified of every run in this order
     */
    public Experiment(RunSequence sequence, RunsFile runs, Duration pause, List<ExperimentObserver> observers) {
        this.sequence = sequence;
        this.runs = runs;
        this.pause = pause;
        this.observers = List.copyOf(observers);
    }

    /**
     * Makes runs until none is missing, one ends early, or the experiment is stopped. A run that ended early is not
     * saved, and is repeated when the experiment is resumed.
     *
     * @param runner makes each run
     * @param stop ends the run in progress and the experiment
     * @throws IOException when a run cannot be saved; earlier runs are
     * @throws InterruptedException when the calling thread is interrupted
     */
    public ExperimentResult conduct(TrialRunner runner, StopSignal stop) throws IOException, InterruptedException {
        Optional<Trial> brokenOff = Optional.empty();
        boolean complete = false;
        try {
            brokenOff = makeRuns(runner, stop);
            complete = brokenOff.isEmpty() && sequence.next(runs.trials()).isEmpty();
        } finally {
            ExperimentResult result = outcome(brokenOff, complete);
            tell(observer -> observer.over(result));
        }
        return outcome(brokenOff, complete);
    }

    /** Returns the run that ended early, if one did. */
    private Optional<Trial> makeRuns(TrialRunner runner, StopSignal stop) throws IOException, InterruptedException {
        boolean first = true;
        Optional<PlannedRun> next = sequence.next(runs.trials());
        while (next.isPresent()) {
            if (stop.isStopped() || (!first && stop.await(pause))) {
                return Optional.empty();
            }
            first = false;
            Trial trial = make(next.get(), runner);
            if (!trial.ended().complete()) {
                tell(observer -> observer.endedEarly(trial));
                return Optional.of(trial);
            }
            tell(observer -> observer.ended(trial));
            next = sequence.next(runs.trials());
        }
        return Optional.empty();
    }

    /** Makes a run, and saves it if it completed. */
    private Trial make(PlannedRun planned, TrialRunner runner) throws IOException, InterruptedException {
        int number = runs.trials().size() + 1;
        tell(observer -> observer.begins(planned, number, sequence.length()));
        try {
            Trial trial = runner.run(planned);
            if (trial.ended().complete()) {
                runs.append(trial);
            }
            return trial;
        } catch (IOException | InterruptedException | RuntimeException e) {
            tell(observer -> observer.failed(planned, e));
            throw e;
        }
    }

    /** An exception in one observer affects neither the other observers nor the experiment. */
    private void tell(Consumer<ExperimentObserver> news) {
        for (ExperimentObserver observer : observers) {
            try {
                news.accept(observer);
            } catch (RuntimeException e) {
                observerFailures.add(e);
            }
        }
    }

    private ExperimentResult outcome(Optional<Trial> brokenOff, boolean complete) {
        return new ExperimentResult(runs.trials(), brokenOff, complete, observerFailures);
    }
}
