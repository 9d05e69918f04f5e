package io.github.swipestorm.cli;

import io.github.swipestorm.client.http.Redaction;
import io.github.swipestorm.client.text.SafeText;
import io.github.swipestorm.client.text.Suggestion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Messages for usage errors: one line with the error and the remedy, and one that says where to find help. */
public final class UsageErrors {

    /** Picocli's message for a positional parameter that is not one of its choices. */
    private static final Pattern POSITIONAL = Pattern.compile(
            "Invalid value for positional parameter at index \\d+ \\(<?([^)>]+)>?\\): ('.*') is none of (.*)");

    /** Picocli's message for an option's file, when the file's own problems have their places. */
    private static final Pattern IN_FILE = Pattern.compile("(?s)Invalid value for option '--workload': (.*:\\d+:.*)");

    /** The names of options in curl and in other load generators. */
    private static final Map<String, String> ELSEWHERE = Map.ofEntries(
            Map.entry("--vus", "--users"),
            Map.entry("--connections", "--threads"),
            Map.entry("-c", "--threads"),
            Map.entry("--concurrency", "--threads"),
            Map.entry("--iterations", "--requests"),
            Map.entry("--timeout", "--total-timeout"),
            Map.entry("--thresholds", "--slo"),
            Map.entry("--threshold", "--slo"),
            Map.entry("-R", "--rate"),
            Map.entry("--qps", "--rate"),
            Map.entry("--rps", "--rate"),
            Map.entry("--arrival-rate", "--rate"),
            Map.entry("-z", "--duration"),
            Map.entry("--ramp", "--ramp-up"),
            Map.entry("--out", "--output"),
            Map.entry("--request", "--method"),
            Map.entry("--data", "--body"),
            Map.entry("--data-raw", "--body"),
            Map.entry("--data-binary", "--body-file"),
            Map.entry("--data-urlencode", "--form"),
            Map.entry("-F", "--form"),
            Map.entry("-A", "--header"),
            Map.entry("-b", "--header"),
            Map.entry("-k", "--insecure"),
            Map.entry("-L", "--follow-redirects"),
            Map.entry("--location", "--follow-redirects"),
            Map.entry("-x", "--proxy"));

    private UsageErrors() {}

    /**
     * A value that depends on what the user typed. What is invalid is a usage error of the command: its message, and exit code 2.
     *
     * @param value throws {@link IllegalArgumentException} with a user-facing message
     */
    public static <T> T checked(CommandSpec command, Supplier<T> value) {
        try {
            return value.get();
        } catch (IllegalArgumentException e) {
            throw new ParameterException(command.commandLine(), e.getMessage(), e);
        }
    }

    /** The same for a check without a value. */
    public static void check(CommandSpec command, Runnable check) {
        checked(command, () -> {
            check.run();
            return null;
        });
    }

    /** Prints it on standard error; returns the exit code. */
    static int explain(ParameterException e) {
        CommandLine command = e.getCommandLine();
        String line = e instanceof UnmatchedArgumentException unknown
                ? unmatched(unknown)
                : e instanceof MissingParameterException missing ? missing(missing) : reworded(e.getMessage());
        if (!(e instanceof UnmatchedArgumentException)) {
            line = withOrigins(line, command);
        }
        line.lines().forEach(each -> command.getErr().println(SafeText.plain(Redaction.of(each))));
        command.getErr().println("Try '" + command.getCommandSpec().qualifiedName() + " --help'.");
        return ExitCodes.USAGE;
    }

    /** Says of options in a message where they came from, if they were not typed. */
    private static String withOrigins(String line, CommandLine command) {
        CommandLine root = command.getCommandSpec().root().commandLine();
        String origins = ((SwipestormCommand) root.getCommandSpec().userObject()).origins();
        List<String> said = new ArrayList<>();
        for (String from : origins.isEmpty() ? new String[0] : origins.split("; ")) {
            String[] optionsAndOrigin = from.split(" from ", 2);
            for (String option : optionsAndOrigin[0].split(", ")) {
                if (Pattern.compile(Pattern.quote(option) + "(?![\\w-])")
                        .matcher(line)
                        .find()) {
                    said.add(option + " is from " + optionsAndOrigin[1]);
                }
            }
        }
        return line + (said.isEmpty() ? "" : " (" + String.join(", ", said) + ")");
    }

    private static String reworded(String message) {
        Matcher inFile = IN_FILE.matcher(String.valueOf(message));
        if (inFile.matches()) {
            return inFile.group(1);
        }
        Matcher positional = POSITIONAL.matcher(String.valueOf(message));
        return positional.matches()
                ? "Unknown " + positional.group(1).toLowerCase(Locale.ROOT) + " " + positional.group(2)
                        + ": use one of " + positional.group(3)
                : message;
    }

    /** A missing argument, or a missing value of an option. */
    private static String missing(MissingParameterException e) {
        return e.getMissing().stream().anyMatch(ArgSpec::isOption)
                ? e.getMessage()
                : e.getMissing().stream().map(ArgSpec::paramLabel).collect(Collectors.joining(", "))
                        + " is missing: "
                        + e.getMissing().stream()
                                .map(argument -> String.join(" ", argument.description()))
                                .collect(Collectors.joining(" "));
    }

    private static String unmatched(UnmatchedArgumentException e) {
        CommandLine command = e.getCommandLine();
        if (e.isUnknownOption()) {
            return unknownOptions(command.getCommandSpec(), e.getUnmatched());
        }
        String word = e.getUnmatched().isEmpty() ? "" : e.getUnmatched().get(0);
        String shown = "'" + Redaction.ofUnknownWord(word) + "'";
        if (command.getSubcommands().isEmpty()) {
            return "Unexpected argument " + shown + rateAfterQuiet(command);
        }
        Collection<String> names = command.getSubcommands().keySet();
        List<String> meant = Suggestion.similar(word, names);
        return "Unknown command " + shown
                + (meant.isEmpty()
                        ? ": use one of " + String.join(", ", names)
                        : "; did you mean " + String.join(" or ", meant) + "?");
    }

    /** In hey and oha -q takes a rate; here the rate is taken for the URL or for a word too many. */
    private static String rateAfterQuiet(CommandLine command) {
        List<String> words = command.getParseResult() == null
                ? List.of()
                : command.getParseResult().originalArgs();
        int at = words.indexOf("-q") + 1;
        return at > 0
                        && at < words.size()
                        && words.get(at).matches("\\d+(\\.\\d+)?")
                        && command.getCommandSpec().findOption("--rate") != null
                ? ": -q is --quiet; did you mean --rate " + words.get(at) + "?"
                : "";
    }

    /** Only their names: the value after an unknown option may be a password. */
    private static String unknownOptions(CommandSpec command, List<String> words) {
        List<String> names = words.stream()
                .filter(word -> word.startsWith("-"))
                .map(word -> word.split("[=:\\s]", 2)[0])
                .toList();
        String listed = names.stream().map(name -> "'" + name + "'").collect(Collectors.joining(", "));
        return "Unknown option " + listed + remedy(command, names.get(0));
    }

    private static String remedy(CommandSpec command, String name) {
        List<String> known = command.options().stream()
                .flatMap(option -> Stream.of(option.names()))
                .toList();
        if (command.name().equals("capacity")
                && List.of("-r", "--rate", "--stages", "--burst").contains(name)) {
            return ": capacity searches for the rate itself; leave " + name + " out";
        }
        List<String> elsewhere = commandsWith(name);
        if (!elsewhere.isEmpty()) {
            return ": '" + command.qualifiedName() + "' does not have it; " + String.join(", ", elsewhere)
                    + (elsewhere.size() == 1 ? " does" : " do");
        }
        List<String> meant = Optional.ofNullable(ELSEWHERE.get(name))
                .filter(known::contains)
                .map(List::of)
                .orElseGet(() -> Suggestion.similar(name, known));
        return meant.isEmpty() ? "" : "; did you mean " + String.join(" or ", meant) + "?";
    }

    /** The other commands that have the option. */
    private static List<String> commandsWith(String option) {
        List<String> found = new ArrayList<>();
        // The command line that was read may have only one.
        addCommandsWith(Main.commandLine().getCommandSpec(), option, found);
        return found;
    }

    private static void addCommandsWith(CommandSpec command, String option, List<String> found) {
        if (command.findOption(option) != null) {
            found.add(command.qualifiedName()
                    .substring(command.root().name().length())
                    .strip());
        }
        command.subcommands().values().forEach(below -> addCommandsWith(below.getCommandSpec(), option, found));
    }
}
