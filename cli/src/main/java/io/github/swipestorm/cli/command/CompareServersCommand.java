package io.github.swipestorm.cli.command;

import io.github.swipestorm.cli.ShortHelp;
import io.github.swipestorm.cli.option.ArrivalOptions;
import io.github.swipestorm.cli.option.LoadOptions;
import io.github.swipestorm.cli.option.RoundsOption;
import io.github.swipestorm.cli.option.ServersOptions;
import io.github.swipestorm.cli.server.ServerUnderTest;
import io.github.swipestorm.client.experiment.Comparison;
import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.experiment.Variant;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.report.experiment.ExperimentReport;
import io.github.swipestorm.client.report.experiment.ExperimentReports;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Compares servers with each other. Servers that it starts keep running through all rounds: a freshly started JVM
 * achieves a third of its warm throughput, so restarting them for each run would compare their starts. Differences
 * between processes of the same kind are part of the noise floor: the first server is started twice.
 */
@Command(
        name = "servers",
        description =
                "Compare servers: the same load to each. Servers that are started here run through all rounds, and of"
                        + " the first one two processes, so that the noise floor has what differs between two of a kind.")
@ShortHelp(
        options = {"--servers", "--urls", "--rounds", "--threads", "--duration", "--settle", "--transport", "--output"},
        examples = {
            "compare servers --servers servlet,springboot --settle 60s",
            "compare servers --urls http://localhost:8081,http://localhost:8082"
        })
final class CompareServersCommand extends ExperimentCommand {

    private static final String STARTED =
            "The first server against itself is another process of the same kind, so what two JVMs of one program"
                    + " differ by is in the noise floor. All servers ran through all rounds; while one was under load, the"
                    + " others waited.";
    private static final String RUNNING = "The first server against itself is the same process.";

    private final ServersOptions serversOptions;

    @Mixin
    private RoundsOption roundsOption;

    @Mixin
    private LoadOptions loadOptions;

    @Mixin
    private ArrivalOptions arrivalOptions;

    CompareServersCommand() {
        this(new ServersOptions());
    }

    private CompareServersCommand(ServersOptions serversOptions) {
        super(serversOptions);
        this.serversOptions = serversOptions;
    }

    @Override
    public Design design(List<ServerUnderTest> servers) {
        List<Variant> variants = new ArrayList<>();
        for (ServerUnderTest server : servers.subList(0, servers.size() - 1)) {
            variants.add(new Variant(server.name(), server.name(), plan(server)));
        }
        ServerUnderTest last = servers.get(servers.size() - 1);
        variants.add(new Variant(Comparison.again(variants.get(0).name()), last.name(), plan(last)));
        return design("compare-servers", variants, roundsOption.schedule(variants));
    }

    private LoadPlan plan(ServerUnderTest server) {
        return plan(
                server,
                loadOptions.threads().given(),
                loadOptions.model(),
                loadOptions.transport(),
                arrivalOptions.openLoop());
    }

    @Override
    public ExperimentReport report(Design design, List<Trial> trials, List<String> notes) {
        return ExperimentReports.comparison(
                design, trials, notes, List.of(serversOptions.started() ? STARTED : RUNNING));
    }
}
