package io.github.swipestorm.cli.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.swipestorm.cli.ShortHelp;
import io.github.swipestorm.cli.UsageErrors;
import io.github.swipestorm.cli.Version;
import io.github.swipestorm.client.http.Operation;
import io.github.swipestorm.client.http.Redaction;
import io.github.swipestorm.client.http.Request;
import io.github.swipestorm.client.http.Target;
import io.github.swipestorm.client.text.NumberFormat;
import io.github.swipestorm.client.text.SafeText;
import io.github.swipestorm.client.transport.RequestBytes;
import io.github.swipestorm.client.workload.Requests;
import io.github.swipestorm.client.workload.Role;
import io.github.swipestorm.client.workload.mix.HttpWorkload;
import io.github.swipestorm.client.workload.mix.WorkloadFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Checks and shows workload files, without sending anything. */
@Command(
        name = "workload",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description =
                "Check a workload file, show its requests, make one from an OpenAPI document or a browser's recording, "
                        + "or print the JSON Schema of such files.",
        subcommands = {
            WorkloadCommand.Check.class,
            WorkloadCommand.Show.class,
            WorkloadImportCommand.class,
            WorkloadCommand.Schema.class
        })
@ShortHelp(examples = {"workload check mix.yaml", "workload show mix.yaml --first 20", "workload schema"})
public final class WorkloadCommand implements Runnable {

    @Spec
    private CommandSpec spec;

    @Option(names = "--schema", description = "The same as 'workload schema'.")
    private boolean schema;

    @Override
    public void run() {
        if (!schema) {
            throw new ParameterException(
                    spec.commandLine(),
                    "Say what to do: " + String.join(", ", spec.subcommands().keySet()));
        }
        printSchema(spec);
    }

    private static void printSchema(CommandSpec spec) {
        try (InputStream in = WorkloadFile.class.getResourceAsStream(WorkloadFile.SCHEMA)) {
            spec.commandLine().getOut().print(new String(in.readAllBytes(), UTF_8));
            spec.commandLine().getOut().flush();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Prints the schema. */
    @Command(
            name = "schema",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description = "Print the JSON Schema of workload files, for editors and other programs.")
    @ShortHelp(examples = "workload schema")
    static final class Schema implements Runnable {

        @Spec
        private CommandSpec spec;

        @Override
        public void run() {
            printSchema(spec);
        }
    }

    /** Judges a file. */
    @Command(
            name = "check",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description =
                    "Read a workload file and the data files that it names, and print every problem with its line "
                            + "and column; exit code 2 when there is one.")
    @ShortHelp(examples = "workload check mix.yaml")
    static final class Check implements Runnable {

        @Spec
        private CommandSpec spec;

        @Parameters(paramLabel = "FILE", description = "The workload file, YAML or JSON.")
        private Path file;

        @Override
        public void run() {
            HttpWorkload workload = UsageErrors.checked(spec, () -> WorkloadFile.read(file));
            PrintWriter out = spec.commandLine().getOut();
            List<Operation> operations = workload.operations();
            List<HttpWorkload.ScenarioShare> scenarios = workload.scenarios();
            out.println(SafeText.plain(file + " is valid: workload '" + workload.name() + "' with "
                    + NumberFormat.counted(operations.size(), "operation", "operations")
                    + (scenarios.isEmpty()
                            ? ""
                            : " and " + NumberFormat.counted(scenarios.size(), "scenario", "scenarios"))));
            List<Double> shares = workload.shares();
            for (int i = 0; i < shares.size(); i++) {
                out.println(percent(shares.get(i))
                        + SafeText.plain(operations.get(i).name()));
            }
            for (HttpWorkload.ScenarioShare scenario : scenarios) {
                out.println(scenario.role().map(Check::workers).orElseGet(() -> percent(scenario.share()))
                        + SafeText.plain(scenario.name())
                        + (scenario.mostRequests() == 1
                                ? ": 1 request"
                                : ": up to " + NumberFormat.count(scenario.mostRequests()) + " requests"));
            }
            out.flush();
        }

        private static String percent(double share) {
            return String.format(Locale.ROOT, "%6.2f %%  ", 100 * share);
        }

        private static String workers(Role role) {
            return "  " + NumberFormat.counted(role.workers(), "worker", "workers")
                    + role.rate().map(rate -> " at " + rate).orElse("") + "  ";
        }
    }

    /** Prints requests. */
    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            versionProvider = Version.class,
            description =
                    "Print the first requests of a workload file as they would be sent, or its first iterations when it "
                            + "has scenarios, without sending them. Values of environment variables and other secrets "
                            + "are hidden; a value that only a response can give stands as its name.")
    @ShortHelp(
            options = {"--first", "--url", "--seed"},
            examples = {"workload show mix.yaml", "workload show mix.yaml --first 20 --seed 7"})
    static final class Show implements Runnable {

        private static final int MOST = 1_000_000;

        @Spec
        private CommandSpec spec;

        @Parameters(paramLabel = "FILE", description = "The workload file, YAML or JSON.")
        private Path file;

        @Option(
                names = "--first",
                paramLabel = "N",
                defaultValue = "10",
                description = "How many requests or iterations (default: ${DEFAULT-VALUE}).")
        private int first;

        @Option(
                names = {"-u", "--url"},
                paramLabel = "URL",
                defaultValue = "http://localhost:8080",
                description = "Server that they would be sent to (default: ${DEFAULT-VALUE}).")
        private String url;

        @Option(
                names = "--seed",
                paramLabel = "N",
                defaultValue = "1",
                description = "The same seed gives the same requests (default: ${DEFAULT-VALUE}).")
        private long seed;

        @Override
        public void run() {
            if (first < 1 || first > MOST) {
                throw new ParameterException(spec.commandLine(), "--first must be 1 to " + MOST + ", not " + first);
            }
            Target target = UsageErrors.checked(spec, () -> Target.parse(url));
            HttpWorkload workload = UsageErrors.checked(spec, () -> WorkloadFile.read(file));
            PrintWriter out = spec.commandLine().getOut();
            RequestBytes bytes = new RequestBytes(target, workload.operations());
            if (workload.scenarios().isEmpty()) {
                Requests requests = workload.requests(seed);
                for (int i = 0; i < first; i++) {
                    Request request = requests.request(i);
                    out.println(SafeText.plain(
                            "### " + i + ": " + request.operation().name()));
                    print(bytes.of(request), "", workload, out);
                    out.println();
                }
            } else {
                for (int i = 0; i < first; i++) {
                    out.print("### Iteration " + i + ": ");
                    printIteration(workload.planned(seed, i), bytes, workload, out);
                }
            }
            out.flush();
        }

        /** Bytes in one line: as workload files have them in double quotes, and those that are no UTF-8 in hexadecimal. */
        private static String escaped(byte[] bytes) {
            String text = new String(bytes, UTF_8);
            boolean isText = Arrays.equals(text.getBytes(UTF_8), bytes);
            StringBuilder line = new StringBuilder();
            (isText ? text : new String(bytes, ISO_8859_1)).codePoints().forEach(c -> {
                switch (c) {
                    case '\n' -> line.append("\\n");
                    case '\r' -> line.append("\\r");
                    case '\t' -> line.append("\\t");
                    case '\\' -> line.append("\\\\");
                    default -> {
                        boolean shown = c >= ' ' && c < 0x7F || isText && c > 0xFF;
                        line.append(
                                shown
                                        ? SafeText.plain(Character.toString(c))
                                        : String.format(Locale.ROOT, "\\x%02x", c));
                    }
                }
            });
            return line.toString();
        }

        private static void printIteration(
                List<HttpWorkload.PlannedStep> steps, RequestBytes bytes, HttpWorkload workload, PrintWriter out) {
            for (HttpWorkload.PlannedStep step : steps) {
                String indent = "  ".repeat(step.depth());
                out.println(indent + SafeText.plain(step.text()));
                step.request().ifPresent(request -> print(bytes.of(request), indent + "  ", workload, out));
            }
            out.println();
        }

        private static void print(byte[] request, String indent, HttpWorkload workload, PrintWriter out) {
            if (workload.operations().get(0).overTcp()) {
                out.println(indent + Redaction.of(escaped(request), workload.secrets()));
                return;
            }
            String text = Redaction.of(new String(request, UTF_8), workload.secrets());
            text.lines()
                    .map(line -> (indent + SafeText.plain(line)).stripTrailing())
                    .forEach(out::println);
        }
    }
}
