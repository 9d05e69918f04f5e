package io.github.swipestorm.cli.option;

import io.github.swipestorm.cli.command.ExperimentDefinition;
import io.github.swipestorm.cli.command.ExperimentSession;
import io.github.swipestorm.cli.server.ServerException;
import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.Objectives;
import io.github.swipestorm.client.experiment.RunSequence;
import io.github.swipestorm.client.experiment.Schedule;
import io.github.swipestorm.client.experiment.Variant;
import io.github.swipestorm.client.plan.LoadPlan;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Options and methods that all experiment commands share. */
public final class ExperimentMixin {

    /** Why an experiment has no summary to print. */
    static final String NO_JSON =
            "--json prints the summary.json of a single run, and this makes several: leave it out, and "
                    + "read experiment.json and runs.csv in the directory of the experiment";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec spec;

    @Mixin
    private SettleOption settleOption;

    @Mixin
    private ExperimentOptions experimentOptions;

    @Mixin
    private PlanOptions planOptions;

    @Mixin
    private OutputOptions outputOptions;

    /** Accepted only to reject it with the remedy. */
    @Option(names = "--json", hidden = true)
    private boolean json;

    /** Returns the command's exit code. */
    public int answer(ExperimentDefinition question) throws ServerException, IOException, InterruptedException {
        if (json) {
            throw new ParameterException(spec.commandLine(), NO_JSON);
        }
        return new ExperimentSession(spec, experimentOptions, outputOptions).answer(question);
    }

    /**
     * The plan that these options and the core describe.
     *
     * @throws IllegalArgumentException with a user-facing message when it is invalid
     */
    public LoadPlan plan(PlanCore essentials) {
        return planOptions.plan(essentials);
    }

    /** An experiment whose runs are known. */
    public Design design(String kind, List<Variant> settings, Schedule schedule) {
        requireUsed(settings);
        return Design.of(kind, settings, schedule, experimentOptions.pause, settleOption.settle, Objectives.NONE);
    }

    /** A comparison of variants in rounds, with the first of them once more. */
    public Design comparison(String kind, List<Variant> things, Variant again, RoundsOption rounds) {
        Schedule schedule = rounds.schedule(things, again);
        List<Variant> all = new ArrayList<>(things);
        all.add(again);
        return design(kind, all, schedule);
    }

    /** An experiment whose runs depend on the results of others. */
    public Design design(
            String kind,
            List<Variant> settings,
            RunSequence course,
            Objectives objectives,
            Map<String, String> details) {
        requireUsed(settings);
        return new Design(
                kind,
                settings,
                course,
                experimentOptions.pause,
                settleOption.settle,
                objectives,
                new TreeMap<>(details));
    }

    private void requireUsed(List<Variant> settings) {
        planOptions.requireUsed(
                settings.stream().map(setting -> setting.plan().model()).toList());
    }
}
