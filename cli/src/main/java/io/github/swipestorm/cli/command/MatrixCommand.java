package io.github.swipestorm.cli.command;

import io.github.swipestorm.cli.ShortHelp;
import io.github.swipestorm.cli.option.ArrivalOptions;
import io.github.swipestorm.cli.option.LoadOptions;
import io.github.swipestorm.cli.option.RepeatsOption;
import io.github.swipestorm.cli.option.ServerUnderTest;
import io.github.swipestorm.client.experiment.Design;
import io.github.swipestorm.client.experiment.MatrixPlan;
import io.github.swipestorm.client.experiment.Schedule;
import io.github.swipestorm.client.experiment.Trial;
import io.github.swipestorm.client.experiment.Variant;
import io.github.swipestorm.client.plan.LoadPlan;
import io.github.swipestorm.client.report.experiment.ExperimentReport;
import io.github.swipestorm.client.report.experiment.ExperimentReports;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

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
            "Other keys: model, requests, eventLoops, pipeline; with URL also method, path, header, body."
        })
@ShortHelp(
        options = {"--repeats", "--url", "--threads", "--duration", "--settle", "--transport", "--output", "--resume"},
        examples = {"matrix plan.yaml", "matrix plan.yaml --url http://localhost:8080/app --repeats 5"})
public final class MatrixCommand extends ExperimentCommand {

    @Parameters(index = "0", paramLabel = "PLAN.YAML", description = "File with the settings.")
    private Path file;

    @Mixin
    private RepeatsOption repeatsOption;

    @Mixin
    private LoadOptions loadOptions;

    @Mixin
    private ArrivalOptions arrivalOptions;

    @Override
    public Design design(List<ServerUnderTest> sites) {
        ServerUnderTest site = sites.get(0);
        LoadPlan base = plan(
                site,
                loadOptions.threads().given(),
                loadOptions.model(),
                loadOptions.transport(),
                arrivalOptions.openLoop());
        List<Variant> settings = MatrixPlan.parse(file.toString(), text()).settings(site.name(), base);
        return design("matrix", settings, Schedule.shuffled(settings, repeatsOption.repeats(), base.seed()));
    }

    private String text() {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new IllegalArgumentException("'" + file + "' cannot be read: " + why(e) + "; name a YAML file");
        }
    }

    private String why(IOException e) {
        if (e instanceof NoSuchFileException) {
            return "it is not there";
        }
        if (e instanceof CharacterCodingException) {
            return "it is not UTF-8 text";
        }
        return Files.isDirectory(file) ? "it is a directory" : e.toString();
    }

    @Override
    public ExperimentReport answer(Design design, List<Trial> trials, List<String> notes) {
        return ExperimentReports.matrix(design, trials, notes);
    }
}
