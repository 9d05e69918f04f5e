package io.github.swipestorm.cli.command;

import io.github.swipestorm.cli.ShortHelp;
import io.github.swipestorm.cli.option.ArrivalOptions;
import io.github.swipestorm.cli.option.LoadOptions;
import io.github.swipestorm.cli.option.MatrixOptions;
import io.github.swipestorm.cli.option.RepeatsOption;
import io.github.swipestorm.cli.server.ServerUnderTest;
import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.MatrixPlan;
import io.github.swipestorm.client.experiment.Schedule;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.experiment.Variant;
import io.github.swipestorm.client.report.experiment.ExperimentReport;
import io.github.swipestorm.client.report.experiment.ExperimentReports;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs every combination of settings that a file lists. */
@Command(
        name = "matrix",
        description =
                "Run every combination of the settings that a YAML file lists. It reports what throughput costs the"
                        + " client in CPU, memory, bandwidth and sockets.",
        footer = {
            "The file has keys with a value or a list of values each; what it does not have comes from the options:",
            "  threads: [50, 200]",
            "  transport: [classic, nio]",
            "  keepAlive: [true, false]",
            "  rate: [none, 5000]",
            "  duration: 10s",
            "Other keys: workload, roles (such as writer=1 reader=5), think, model, requests, http, eventLoops,",
            "pipeline, virtualThreads; with URL also method, path, header, body, bodySize; of servers that are started here server, store,",
            "serverThreads, serverVirtualThreads; with --join also agents, how many of them share each run."
        })
@ShortHelp(
        options = {"--repeats", "--url", "--threads", "--duration", "--settle", "--transport", "--output", "--resume"},
        examples = {"matrix plan.yaml", "matrix plan.yaml --url http://localhost:8080/app --repeats 5"})
public final class MatrixCommand extends ExperimentCommand {

    private final MatrixOptions matrix;

    @Mixin
    private RepeatsOption repeatsOption;

    @Mixin
    private LoadOptions loadOptions;

    @Mixin
    private ArrivalOptions arrivalOptions;

    MatrixCommand() {
        this(new MatrixOptions());
    }

    private MatrixCommand(MatrixOptions matrix) {
        super(matrix);
        this.matrix = matrix;
    }

    @Override
    public Design design(List<ServerUnderTest> servers) {
        MatrixPlan plan = matrix.plan();
        if (plan.hasAgents()) {
            agents().requireNumberInPlan();
        }
        List<Variant> variants = new ArrayList<>();
        for (int i = 0; i < servers.size(); i++) {
            ServerUnderTest server = servers.get(i);
            variants.addAll(plan.variants(
                    server.name(),
                    plan.difference(plan.servers().get(i)),
                    workload -> plan(
                            server,
                            workload,
                            loadOptions.threads().given(),
                            loadOptions.model(),
                            loadOptions.transport(),
                            arrivalOptions.openLoop())));
        }
        long seed = variants.get(0).plan().seed();
        return design("matrix", variants, Schedule.shuffled(variants, repeatsOption.repeats(), seed));
    }

    @Override
    public ExperimentReport report(Design design, List<Trial> trials, List<String> notes) {
        return ExperimentReports.matrix(design, trials, notes);
    }
}
