package io.github.swipestorm.cli.command;

import io.github.swipestorm.cli.Version;
import io.github.swipestorm.cli.agent.ClusterOptions;
import io.github.swipestorm.cli.option.ExperimentOptions;
import io.github.swipestorm.cli.option.OutputOptions;
import io.github.swipestorm.cli.option.PlanOptions;
import io.github.swipestorm.cli.option.ServerProvider;
import io.github.swipestorm.cli.option.TargetOptions;
import io.github.swipestorm.cli.server.ServerException;
import io.github.swipestorm.cli.server.ServerUnderTest;
import io.github.swipestorm.client.arrival.OpenLoop;
import io.github.swipestorm.client.distribution.SendingModel;
import io.github.swipestorm.client.distribution.WorkItems;
import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.RunSequence;
import io.github.swipestorm.client.experiment.Schedule;
import io.github.swipestorm.client.experiment.Variant;
import io.github.swipestorm.client.objective.Objectives;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.plan.StopRule;
import io.github.swipestorm.client.transport.TransportType;
import io.github.swipestorm.client.workload.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The base of all commands that run an experiment; each adds its own options, design and report. */
@Command(
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        sortOptions = false,
        abbreviateSynopsis = true,
        defaultValueProvider = ExperimentCommand.Defaults.class)
abstract class ExperimentCommand implements Callable<Integer>, ExperimentDefinition {

    /** Shorter than a single run, as there are many. */
    private static final StopRule TEN_SECONDS = new StopRule(WorkItems.UNBOUNDED, Optional.of(Duration.ofSeconds(10)));

    @Spec
    private CommandSpec spec;

    @Mixin
    private final ServerProvider servers;

    @Option(
            names = {"-n", "--requests"},
            paramLabel = "N",
            description = "Requests of each run (default: no limit).")
    private Long requests;

    @Option(
            names = {"-d", "--duration"},
            paramLabel = "TIME",
            description = "How long each run sends new requests, such as 30s "
                    + "(default: 10s, or no limit when --requests or --stages is given).")
    private Duration duration;

    @Option(
            names = "--settle",
            paramLabel = "TIME",
            defaultValue = "10s",
            description =
                    "Before the first run, send load to each server in each way that is to be measured for this time, "
                            + "and do not count it; a Spring Boot server needs about a minute to be as fast as it gets "
                            + "(default: ${DEFAULT-VALUE}).")
    private Duration settle;

    @Mixin
    private ExperimentOptions experimentOptions;

    @Mixin
    private PlanOptions planOptions;

    @Mixin
    private ClusterOptions clusterOptions;

    @Mixin
    private OutputOptions outputOptions;

    /** Accepted only to reject it with the remedy. */
    @Option(names = "--print-json", hidden = true)
    private boolean printJson;

    /** A command that sends load to a single server. */
    ExperimentCommand() {
        this(new TargetOptions());
    }

    /** @param servers an object with the options for the servers of the experiment */
    ExperimentCommand(ServerProvider servers) {
        this.servers = servers;
    }

    @Override
    public final Integer call() throws ServerException, IOException, InterruptedException {
        if (printJson) {
            throw new ParameterException(spec.commandLine(), ExperimentOptions.NO_JSON);
        }
        return new ExperimentSession(spec, experimentOptions, outputOptions).run(this);
    }

    @Override
    public final ClusterOptions agents() {
        return clusterOptions;
    }

    @Override
    public final ServerProvider servers() {
        return servers;
    }

    /**
     * The plan of a run with these options and what the experiment decides.
     *
     * @param threads empty when nothing says how many workers there are
     * @throws IllegalArgumentException with a user-facing message when it is invalid
     */
    final LoadPlan plan(
            ServerUnderTest server,
            OptionalInt threads,
            SendingModel model,
            Optional<TransportType> transport,
            Optional<OpenLoop> openLoop) {
        return plan(server, Optional.empty(), threads, model, transport, openLoop);
    }

    /**
     * The same with a workload that the experiment decides.
     *
     * @param workload in place of that of the options
     * @param threads empty when nothing says how many workers there are
     * @throws IllegalArgumentException with a user-facing message when it is invalid
     */
    final LoadPlan plan(
            ServerUnderTest server,
            Optional<Workload> workload,
            OptionalInt threads,
            SendingModel model,
            Optional<TransportType> transport,
            Optional<OpenLoop> openLoop) {
        return planOptions.plan(new PlanOptions.Core(
                server,
                servers.request(),
                workload,
                threads,
                model,
                transport,
                openLoop,
                Optional.empty(),
                new PlanOptions.End(requests, duration, TEN_SECONDS)));
    }

    /** An experiment whose runs are known. */
    final Design design(String kind, List<Variant> variants, Schedule schedule) {
        return design(kind, variants, schedule, Objectives.NONE, Map.of());
    }

    /**
     * An experiment whose runs are to keep to objectives.
     *
     * @param sequence which run comes next; it may depend on the results of those before
     * @param details what else distinguishes it from other experiments of its kind
     */
    final Design design(
            String kind,
            List<Variant> variants,
            RunSequence sequence,
            Objectives objectives,
            Map<String, String> details) {
        planOptions.requireUsed(
                variants.stream().map(variant -> variant.plan().model()).toList());
        return new Design(
                kind, variants, sequence, experimentOptions.pause, settle, objectives, new TreeMap<>(details));
    }

    /** Defaults that differ with many runs: a per-request CSV for each would fill the disk and is rarely used. */
    static final class Defaults implements IDefaultValueProvider {

        @Override
        public String defaultValue(ArgSpec argument) {
            return argument instanceof OptionSpec option && option.longestName().equals("--records")
                    ? OutputOptions.NO_RECORDS
                    : null;
        }
    }
}
