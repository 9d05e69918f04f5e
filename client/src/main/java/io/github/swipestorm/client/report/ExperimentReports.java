package io.github.swipestorm.client.report;

import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.experiment.Trials;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The reports that there are, one for each kind of experiment; all can be made of a part of the runs, too. */
public final class ExperimentReports {

    private ExperimentReports() {}

    /**
     * Several runs of one plan.
     *
     * @param notes what a reader must know besides, a line each
     */
    public static ExperimentReport repeat(Design design, List<Trial> trials, List<String> notes) {
        return new ExperimentReport(RepeatPage.of(design, new Trials(trials), notes));
    }

    /** One thread and many: what Little's law makes of them. */
    public static ExperimentReport little(Design design, List<Trial> trials, List<String> notes) {
        return new ExperimentReport(LittlePage.of(design, new Trials(trials), notes));
    }

    /**
     * Several things against the first of them.
     *
     * @param remarks what holds for this kind of comparison
     */
    public static ExperimentReport comparison(
            Design design, List<Trial> trials, List<String> notes, List<String> remarks) {
        return new ExperimentReport(ComparisonPage.of(design, new Trials(trials), notes, remarks));
    }

    /**
     * Directories of finished runs, or of finished experiments, against the first of them.
     *
     * @throws IOException when one cannot be read
     * @throws IllegalArgumentException with a message fit for a person when they cannot be compared
     */
    public static ExperimentReport finished(List<Path> directories) throws IOException {
        return new ExperimentReport(
                FinishedRunsPage.of(FinishedRuns.compare(directories), FinishedRuns.areExperiments(directories)));
    }

    /** One plan at several thread counts. */
    public static ExperimentReport sweep(Design design, List<Trial> trials, List<String> notes) {
        return new ExperimentReport(SweepPage.of(design, new Trials(trials), notes));
    }

    /** Every combination of settings. */
    public static ExperimentReport matrix(Design design, List<Trial> trials, List<String> notes) {
        return new ExperimentReport(MatrixPage.of(design, new Trials(trials), notes));
    }
}
