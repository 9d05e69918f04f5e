package io.github.swipestorm.client.experiment;

import io.github.swipestorm.client.engine.StopSignal;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** Makes the runs that are still missing, and keeps each as soon as it is finished. */
public final class Experiment {

    private final RunSequence course;
    private final RunsFile runs;
    private final Duration pause;

    /**
     * An experiment that goes on with the runs that the file has.
     *
     * @param pause between two runs, in which the machine gets over the one before
     */
    public Experiment(RunSequence course, RunsFile runs, Duration pause) {
        this.course = course;
        this.runs = runs;
        this.pause = pause;
    }

    /**
     * Makes runs until none is missing, one ends early, or the experiment is stopped. A run that ended early is not kept,
     * and made again when the experiment goes on.
     *
     * @throws IOException when a run cannot be kept; those before are
     */
    public ExperimentResult conduct(TrialRunner runner, StopSignal stop, ExperimentObserver observer)
            throws IOException, InterruptedException {
        boolean first = true;
        Optional<Step> next = course.next(runs.trials());
        while (next.isPresent()) {
            if (stop.isStopped() || (!first && stop.await(pause))) {
                return outcome(Optional.empty(), false);
            }
            first = false;
            observer.begins(next.get(), runs.trials().size() + 1, course.length());
            Trial trial = runner.run(next.get());
            if (!trial.ended().complete()) {
                return outcome(Optional.of(trial), false);
            }
            runs.append(trial);
            observer.ended(trial);
            next = course.next(runs.trials());
        }
        return outcome(Optional.empty(), true);
    }

    private ExperimentResult outcome(Optional<Trial> brokenOff, boolean complete) {
        return new ExperimentResult(runs.trials(), brokenOff, complete);
    }
}
