package io.github.swipestorm.client.report.experiment;

import io.github.swipestorm.client.experiment.CapacitySequence;
import io.github.swipestorm.client.experiment.ChangeLimit;
import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.Drift;
import io.github.swipestorm.client.experiment.RunMetric;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.experiment.Trials;
import io.github.swipestorm.client.experiment.Variant;
import io.github.swipestorm.client.inference.TwoGroups;
import io.github.swipestorm.client.report.run.TlsWarning;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.text.NumberFormat;
import io.github.swipestorm.client.verdict.Bound;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The reports of all kinds of experiment; each can also be made from a part of the runs. */
public final class ExperimentReports {

    private ExperimentReports() {}

    /**
     * Several runs of one plan.
     *
     * @param notes what a reader must know in addition, a line each
     */
    public static ExperimentReport repeat(Design design, List<Trial> trials, List<String> notes) {
        return new ExperimentReport(RepeatPage.of(design, new Trials(trials), with(design, notes, trials)));
    }

    /** One thread and many, with the prediction of Little's law. */
    public static ExperimentReport little(Design design, List<Trial> trials, List<String> notes) {
        return new ExperimentReport(LittlePage.of(design, new Trials(trials), with(design, notes, trials)));
    }

    /**
     * Several variants compared with the first of them.
     *
     * @param remarks for this kind of comparison
     */
    public static ExperimentReport comparison(
            Design design, List<Trial> trials, List<String> notes, List<String> remarks) {
        return new ExperimentReport(
                ComparisonPage.of(design, new Trials(trials), with(design, notes, trials), remarks));
    }

    /**
     * Finished runs or experiments, compared.
     *
     * @param report the whole report
     * @param answer the result of the limits; without limits they are kept
     */
    public record Finished(ExperimentReport report, ChangeLimit.Answer answer) {}

    /**
     * Directories of finished runs, or of finished experiments, compared with the first of them.
     *
     * @param limits that changes are checked against
     * @throws IOException when one cannot be read
     * @throws IllegalArgumentException with a message for the user when they cannot be compared
     */
    public static Finished finished(List<Path> directories, List<ChangeLimit> limits) throws IOException {
        FinishedRuns.Result result = FinishedRuns.compare(directories);
        return new Finished(
                new ExperimentReport(FinishedRunsPage.of(result, limits, TlsWarning.of(directories))),
                FinishedRunsPage.answer(result.compared(), limits));
    }

    /** One plan at several thread counts. */
    public static ExperimentReport sweep(Design design, List<Trial> trials, List<String> notes) {
        return new ExperimentReport(SweepPage.of(design, new Trials(trials), with(design, notes, trials)));
    }

    /** Every combination of settings. */
    public static ExperimentReport matrix(Design design, List<Trial> trials, List<String> notes) {
        return new ExperimentReport(MatrixPage.of(design, new Trials(trials), with(design, notes, trials)));
    }

    /** The search for the highest rate that meets the objectives. */
    public static ExperimentReport capacity(
            Design design, CapacitySequence sequence, List<Trial> trials, List<String> notes) {
        // No mention of drift or of the client's limit here: runs at several rates are meant to differ.
        return new ExperimentReport(
                CapacityPage.of(design, sequence, new Trials(trials), TlsWarning.with(notes, design)));
    }

    private static List<String> with(Design design, List<String> notes, List<Trial> trials) {
        List<String> all = new ArrayList<>(TlsWarning.with(notes, design));
        Drift.of(new Trials(trials))
                .ifPresent(drift -> all.add("The first round had " + NumberFormat.percent(drift.ratio())
                        + " of the throughput of the later ones, so the runs are not alike: "
                        + (drift.ratio() < 1
                                ? "server or client were still getting warm. Use a longer " + Setting.SETTLE + " or "
                                        + Setting.WARM_UP + "."
                                : "something became slower. Look for other programs on this machine, a clock that is "
                                        + "throttled, and a server that keeps what it gets.")));
        long clientBound = clientBound(trials);
        if (clientBound > 0) {
            all.add("In " + clientBound + " of " + NumberFormat.counted(trials.size(), "run", "runs")
                    + " the client was the limit: of the server they say that "
                    + "it does at least so much, and no comparison of them is one of servers.");
        }
        long thinking = boundBy(Bound.THINKING, trials);
        if (thinking > 0) {
            all.add("In " + thinking + " of " + NumberFormat.counted(trials.size(), "run", "runs")
                    + " think time was the limit: their throughput follows from the number of users and from how long they"
                    + " think, so that no difference or law of it is one of servers or clients.");
        }
        all.addAll(groups(design, new Trials(trials)));
        return all;
    }

    /** Variants whose runs fall into two groups, so that a mean describes neither. */
    private static List<String> groups(Design design, Trials trials) {
        List<String> found = new ArrayList<>();
        List<Variant> variants = design.variants();
        for (Variant variant : variants) {
            // All variants together must not cause a false alarm more often than one does.
            TwoGroups.of(
                            trials.of(variant.name()).values(RunMetric.THROUGHPUT),
                            TwoGroups.USUAL_LEVEL / variants.size())
                    .ifPresent(groups -> found.add("The runs of " + variant.name() + " fall into two groups: "
                            + NumberFormat.count(groups.lower()) + " around "
                            + NumberFormat.decimal(groups.lowerMean(), 0)
                            + " req/s and " + NumberFormat.count(groups.upper()) + " around "
                            + NumberFormat.decimal(groups.upperMean(), 0)
                            + " req/s. Their mean describes neither; look for what differs between"
                            + " them, such as the core that a thread runs on, or what the JVM"
                            + " compiled. In at most 5 of 100 experiments without groups such a note"
                            + " appears by chance."));
        }
        return found;
    }

    /** In how many runs the client was the limit. */
    static long clientBound(List<Trial> trials) {
        return boundBy(Bound.CLIENT, trials);
    }

    private static long boundBy(Bound bound, List<Trial> trials) {
        return trials.stream()
                .filter(trial -> trial.bound().filter(bound.toString()::equals).isPresent())
                .count();
    }
}
