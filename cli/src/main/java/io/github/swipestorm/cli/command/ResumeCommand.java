package io.github.swipestorm.cli.command;

import io.github.swipestorm.cli.ExitCodes;
import io.github.swipestorm.cli.Main;
import io.github.swipestorm.cli.ShortHelp;
import io.github.swipestorm.cli.UsageErrors;
import io.github.swipestorm.cli.Version;
import io.github.swipestorm.client.http.Redaction;
import io.github.swipestorm.client.record.RunFiles;
import io.github.swipestorm.client.report.store.ExperimentFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Resumes an interrupted experiment with the options that it was begun with. */
@Command(
        name = "resume",
        mixinStandardHelpOptions = true,
        versionProvider = Version.class,
        description = "Resume an interrupted experiment. Runs that are finished are not repeated.",
        footer = ExitCodes.HELP_OF_RUNS)
@ShortHelp(examples = {"resume results/2026-11-21-sweep", "resume results/2026-11-21-capacity"})
public final class ResumeCommand implements Callable<Integer> {

    private static final String WORKLOAD = "--workload";
    private static final Pattern PLAN_FILE = Pattern.compile("[^-<>:\"|?*\\x00][^<>:\"|?*\\x00]*\\.ya?ml");

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "DIR", description = "Directory of the experiment.")
    private Path directory;

    @Override
    public Integer call() {
        List<String> arguments = new ArrayList<>(UsageErrors.checked(spec, () -> ExperimentFile.arguments(directory)));
        if (arguments.stream().anyMatch(Redaction::isIn)) {
            throw new ParameterException(
                    spec.commandLine(),
                    "The experiment in '" + directory + "' needs a secret in " + withSecrets(arguments)
                            + ", which Swipestorm does not store: type its command again, with --resume " + directory);
        }
        CommandLine command = Main.commandLine();
        if (!goesOn(command, arguments)) {
            throw new ParameterException(
                    spec.commandLine(),
                    directory.resolve(RunFiles.EXPERIMENT) + ": its 'arguments', '" + String.join(" ", arguments)
                            + "', are not the command of an experiment; restore them, or begin a new experiment");
        }
        missingFile(arguments).ifPresent(file -> {
            throw new ParameterException(
                    spec.commandLine(),
                    "'" + file
                            + "', which the experiment's command names, is not in this directory: run 'swipestorm resume'"
                            + " in the directory where the experiment was started");
        });
        arguments.addAll(List.of("--resume", directory.toString()));
        command.setOut(spec.commandLine().getOut());
        command.setErr(spec.commandLine().getErr());
        return command.execute(arguments.toArray(String[]::new));
    }

    /** A plan or workload file that the words name relative to the directory in which they were typed, and that is not here. */
    private static Optional<String> missingFile(List<String> words) {
        return IntStream.range(1, words.size())
                .filter(i -> words.get(i).startsWith(WORKLOAD + "=")
                        || List.of("matrix", WORKLOAD).contains(words.get(i - 1)))
                .mapToObj(i -> words.get(i).replaceFirst("^" + WORKLOAD + "=", ""))
                .filter(word -> PLAN_FILE.matcher(word).matches())
                .filter(word -> !Path.of(word).isAbsolute() && Files.notExists(Path.of(word)))
                .findFirst();
    }

    /** What the hidden words belong to: options, or the URL. */
    private static String withSecrets(List<String> words) {
        List<String> found = new ArrayList<>();
        for (int i = 0; i < words.size(); i++) {
            if (Redaction.isIn(words.get(i))) {
                String option = words.get(i).startsWith("-") || i == 0 ? words.get(i) : words.get(i - 1);
                found.add(words.get(i).startsWith("http") ? "its URL" : option.split("=", 2)[0]);
            }
        }
        return found.stream().distinct().collect(Collectors.joining(" and "));
    }

    /** Whether the words begin with a command whose experiments can be resumed. */
    private static boolean goesOn(CommandLine root, List<String> words) {
        CommandLine command = root;
        for (String word : words) {
            CommandLine next = command.getSubcommands().get(word);
            if (next == null) {
                break;
            }
            command = next;
        }
        return command.getCommandSpec().findOption("--resume") != null;
    }
}
