package io.github.swipestorm.cli.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.swipestorm.cli.ExitCodes;
import io.github.swipestorm.cli.ShortHelp;
import io.github.swipestorm.cli.UsageErrors;
import io.github.swipestorm.cli.Version;
import io.github.swipestorm.client.text.NumberFormat;
import io.github.swipestorm.client.text.SafeText;
import io.github.swipestorm.client.workload.mix.HarRecording;
import io.github.swipestorm.client.workload.mix.ImportedWorkload;
import io.github.swipestorm.client.workload.mix.OpenApiDocument;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Creates workload files from OpenAPI descriptions and HAR recordings. */
@Command(
        name = "import",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Make a workload file from an OpenAPI document or a browser's recording.",
        subcommands = {WorkloadImportCommand.OpenApi.class, WorkloadImportCommand.Har.class})
@ShortHelp(
        examples = {
            "workload import openapi openapi.yaml -o mix.yaml",
            "workload import har shop.har --only-host shop.example"
        })
final class WorkloadImportCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Override
    public void run() {
        throw new ParameterException(
                spec.commandLine(),
                "Say what to import: " + String.join(", ", spec.subcommands().keySet()));
    }

    /** Common to both: the file that is written, and the notes on standard error. */
    abstract static class Import implements Callable<Integer> {

        @Spec
        private CommandSpec spec;

        @Option(
                names = {"-o", "--output"},
                paramLabel = "FILE",
                description = "File to write, which must not be there yet; by default the workload is printed.")
        private Path output;

        /** The workload; an {@link IllegalArgumentException} says in a line what is wrong with the file. */
        abstract ImportedWorkload imported();

        final CommandSpec spec() {
            return spec;
        }

        @Override
        public Integer call() {
            ImportedWorkload workload = UsageErrors.checked(spec, this::imported);
            if (output == null) {
                spec.commandLine().getOut().print(workload.text());
                spec.commandLine().getOut().flush();
            } else {
                write(workload.text());
            }
            report(workload, spec.commandLine().getErr());
            return ExitCodes.OK;
        }

        private void write(String text) {
            try {
                Files.writeString(output, text, UTF_8, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            } catch (FileAlreadyExistsException e) {
                throw new ParameterException(
                        spec.commandLine(), "--output: '" + output + "' is there already: choose another name", e);
            } catch (NoSuchFileException e) {
                throw new ParameterException(
                        spec.commandLine(), "--output: the directory of '" + output + "' is not there: make it", e);
            } catch (IOException e) {
                throw new ParameterException(
                        spec.commandLine(), "--output: '" + output + "' cannot be written: " + e.getMessage(), e);
            }
        }

        private void report(ImportedWorkload workload, PrintWriter err) {
            workload.notes().forEach(note -> err.println(SafeText.plain(note + ".")));
            listed("to fill in before it can run, marked with TODO", workload.missing(), err);
            listed("guessed, which the server may not know, marked with TODO", workload.guesses(), err);
            Map<String, String> environment = new TreeMap<>(workload.environment());
            if (!environment.isEmpty()) {
                err.println("Secrets are not in the file. Set before a check or a run:");
                environment.forEach((name, meaning) -> err.println(SafeText.plain("  " + name + "   " + meaning)));
            }
            String file = output == null ? "FILE" : "'" + output + "'";
            err.println(
                    SafeText.plain(NumberFormat.counted(workload.operations(), "operation", "operations") + "; next: "
                            + "swipestorm workload check " + file + ", then swipestorm run --url "
                            + workload.origin().orElse("URL") + " --workload " + file));
            err.flush();
        }

        private static void listed(String what, List<String> values, PrintWriter err) {
            if (!values.isEmpty()) {
                err.println(NumberFormat.counted(values.size(), "value", "values") + " " + what + ":");
                values.forEach(value -> err.println(SafeText.plain("  " + value)));
            }
        }
    }

    /** From an API's description. */
    @Command(
            name = "openapi",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description =
                    "Make a workload from an OpenAPI 3.0 or 3.1 document: an operation for each path and method, with "
                            + "values that fit the schemas. What cannot be guessed is marked with TODO, and listed on standard "
                            + "error; credentials become environment variables.")
    @ShortHelp(examples = {"workload import openapi openapi.yaml", "workload import openapi openapi.json -o mix.yaml"})
    static final class OpenApi extends Import {

        @Parameters(paramLabel = "FILE", description = "The document, in YAML or JSON.")
        private Path file;

        @Override
        ImportedWorkload imported() {
            return OpenApiDocument.read(file).workload();
        }
    }

    /** From a browser's recording. */
    @Command(
            name = "har",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description =
                    "Make a workload from a browser's recording (HAR): an operation for each distinct request, with how "
                            + "often it was recorded as weight. Cookies, credentials and other secrets become environment variables.")
    @ShortHelp(
            examples = {
                "workload import har shop.har --only-host shop.example",
                "workload import har shop.har --only-host shop.example -o mix.yaml"
            })
    static final class Har extends Import {

        @Parameters(paramLabel = "FILE", description = "The recording, saved by the browser's network tools.")
        private Path file;

        @Option(
                names = "--only-host",
                paramLabel = "HOST",
                split = ",",
                description =
                        "Host whose requests to take, with or without port; may be given several times. Needed when "
                                + "the recording has several hosts.")
        private List<String> hosts = List.of();

        @Override
        ImportedWorkload imported() {
            HarRecording recording = HarRecording.read(file);
            Map<String, Integer> recorded = recording.hosts();
            if (hosts.isEmpty() && recorded.size() > 1) {
                throw new ParameterException(
                        spec().commandLine(),
                        "'" + file + "' has requests to several hosts: choose with --only-host among "
                                + HarRecording.listed(recorded));
            }
            return recording.workload(hosts.isEmpty() ? recorded.keySet() : hosts);
        }
    }
}
