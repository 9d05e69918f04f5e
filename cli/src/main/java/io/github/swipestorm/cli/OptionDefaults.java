package io.github.swipestorm.cli;

import io.github.swipestorm.client.setting.PlanFiles;
import io.github.swipestorm.client.text.SafeText;
import io.github.swipestorm.client.text.Suggestion;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.snakeyaml.engine.v2.api.ConstructNode;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.snakeyaml.engine.v2.schema.FailsafeSchema;
import org.snakeyaml.engine.v2.schema.Schema;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Values for options that are not typed: from environment variables such as {@code SWIPESTORM_MAX_THREADS}, and from
 * {@value #FILE} in the working directory, whose keys are the long names of options. They become words of the command line, so
 * that every rule for options holds for them and a report has the whole command. A typed option takes precedence over a
 * variable, and a variable over the file.
 */
final class OptionDefaults {

    static final String FILE = "swipestorm.yaml";
    private static final String PREFIX = "SWIPESTORM_";
    /** What the launcher reads, see {@link ClassArchive}: no option's value. */
    private static final String ARCHIVE = PREFIX + "ARCHIVE";

    /** Of each group one is enough: the one that comes first by precedence replaces the others. */
    private static final List<Set<String>> ALTERNATIVES = List.of(
            Set.of("--threads", "--users"),
            Set.of("--rate", "--stages", "--burst"),
            Set.of("--json", "--form", "--body", "--body-file", "--curl", "--workload"),
            Set.of("--url", "--curl"),
            Set.of("--url", "--server", "--server-command", "--urls", "--servers"),
            Set.of("--cacert", "--insecure"),
            Set.of("--details", "--quiet", "--print-json"),
            Set.of("--probe", "--no-probe"));

    /** The argument of a command that sends one request. */
    private static final Pattern URL = Pattern.compile("(?s)(https?|tcps?)://.*");

    /** Options that ask for help instead of work. */
    private static final Set<String> HELP = Set.of("--help", CommandHelp.HELP_ALL, "--version", "-h", "-V");

    /** Values as they are written, so that options convert them; an empty document or value is none. */
    private static final Schema TEXTS = new FailsafeSchema() {
        @Override
        public Map<Tag, ConstructNode> getSchemaTagConstructors() {
            return Map.of(Tag.NULL, node -> null);
        }
    };

    private final Map<String, List<String>> file;
    private final Map<String, String> environment;

    private OptionDefaults(Map<String, List<String>> file, Map<String, String> environment) {
        this.file = file;
        this.environment = environment;
    }

    /**
     * A command line with its defaults.
     *
     * @param words typed ones and defaults
     * @param origins where each default came from; empty when there is none
     * @param warnings for the user, a line each
     */
    record Completed(List<String> words, String origins, List<String> warnings) {}

    /**
     * Reads the file, if there is one.
     *
     * @param environment of this process
     * @throws IllegalArgumentException with a user-facing message when the file is not what it should be
     */
    static OptionDefaults of(Path directory, Map<String, String> environment) {
        Map<String, String> variables = new TreeMap<>();
        environment.forEach((name, value) -> {
            if (name.startsWith(PREFIX) && !name.equals(ARCHIVE)) {
                variables.put(name, value);
            }
        });
        Path path = directory.resolve(FILE);
        return new OptionDefaults(Files.isRegularFile(path) ? read(path) : Map.of(), variables);
    }

    private static Map<String, List<String>> read(Path path) {
        Object content;
        try {
            content = new Load(LoadSettings.builder()
                            .setSchema(TEXTS)
                            .setLabel(FILE)
                            .build())
                    .loadFromString(PlanFiles.text(path, "make it readable, or remove it"));
        } catch (YamlEngineException e) {
            throw new IllegalArgumentException(
                    FILE + " is not YAML: " + String.valueOf(e.getMessage()).replaceAll("\\s+", " "), e);
        }
        if (content == null) {
            return Map.of();
        }
        if (!(content instanceof Map<?, ?> map)) {
            throw new IllegalArgumentException(FILE + " must have a line for each option, such as 'threads: 20'");
        }
        Map<String, List<String>> values = new LinkedHashMap<>();
        map.forEach((key, value) -> {
            if (value == null) {
                throw new IllegalArgumentException(
                        FILE + ": '" + key + "' has no value: give it one, or remove the line");
            }
            List<?> all = value instanceof List<?> list ? list : List.of(value);
            if (!all.stream().allMatch(String.class::isInstance)) {
                throw new IllegalArgumentException(
                        FILE + ": the value of '" + key + "' must be a text, a number, or a list of them");
            }
            values.put(String.valueOf(key), all.stream().map(String.class::cast).toList());
        });
        return values;
    }

    /**
     * Adds defaults for the options that the command of some words has, and that are not among the words.
     *
     * @throws IllegalArgumentException with a user-facing message when the file has a key that is no command's option
     */
    Completed complete(CommandLine root, List<String> typed) {
        if (file.isEmpty() && environment.isEmpty() || typed.stream().anyMatch(HELP::contains)) {
            return new Completed(typed, "", List.of());
        }
        CommandSpec command = root.getCommandSpec();
        int at = 0;
        while (at < typed.size() && command.subcommands().containsKey(typed.get(at))) {
            command = command.subcommands().get(typed.get(at)).getCommandSpec();
            at++;
        }
        List<String> unknown = unknown(command);
        List<String> afterCommand = typed.subList(at, typed.size());
        Set<String> taken = taken(command, afterCommand);
        List<String> words = new ArrayList<>();
        Map<String, List<String>> origins = new LinkedHashMap<>();
        for (OptionSpec option : command.options()) {
            String variable = variable(option.longestName());
            String value = environment.get(variable);
            if (value != null && !HELP.contains(option.longestName()) && !taken.contains(option.longestName())) {
                add(option, List.of(value), variable, words, origins);
                take(option.longestName(), taken);
            }
        }
        for (Map.Entry<String, List<String>> line : file.entrySet()) {
            OptionSpec option = command.findOption("--" + line.getKey());
            if (option != null && !taken.contains(option.longestName())) {
                add(option, line.getValue(), FILE, words, origins);
                take(option.longestName(), taken);
            }
        }
        List<String> all = new ArrayList<>(typed.subList(0, at));
        all.addAll(words);
        all.addAll(afterCommand);
        return new Completed(
                all,
                origins.entrySet().stream()
                        .map(from -> String.join(", ", from.getValue()) + " from " + from.getKey())
                        .collect(Collectors.joining("; ")),
                unknown);
    }

    /** The options that are typed, and those they replace. An option's value counts as neither option nor URL, even if it looks like one. */
    private static Set<String> taken(CommandSpec command, List<String> words) {
        Set<String> taken = new TreeSet<>();
        for (int i = 0; i < words.size(); i++) {
            String word = words.get(i);
            Optional<OptionSpec> option = command.options().stream()
                    .filter(candidate -> isTyped(candidate, word))
                    .findFirst();
            if (option.isPresent()) {
                take(option.get().longestName(), taken);
                boolean valueFollows = option.get().arity().max() > 0
                        && List.of(option.get().names()).contains(word);
                boolean valueIsOptional = option.get().arity().min() == 0;
                if (valueFollows
                        && !(valueIsOptional
                                && i + 1 < words.size()
                                && words.get(i + 1).startsWith("-"))) {
                    i++;
                }
            } else if (URL.matcher(word).matches()) {
                take("--url", taken);
                taken.add("--workload");
            }
        }
        return taken;
    }

    private static void take(String option, Set<String> taken) {
        taken.add(option);
        ALTERNATIVES.stream().filter(group -> group.contains(option)).forEach(taken::addAll);
    }

    private static boolean isTyped(OptionSpec option, String word) {
        return Stream.of(option.names())
                .anyMatch(name -> word.equals(name)
                        || word.startsWith(name + "=")
                        || name.length() == 2 && word.startsWith(name));
    }

    private static void add(
            OptionSpec option,
            List<String> values,
            String origin,
            List<String> words,
            Map<String, List<String>> origins) {
        String name = option.longestName();
        if (option.arity().max() == 0) {
            String value = values.size() == 1 ? values.get(0) : "";
            if (!List.of("true", "false").contains(value)) {
                throw new IllegalArgumentException(origin + ": " + name + " takes true or false");
            }
            if (value.equals("true")) {
                words.add(name);
            }
        } else {
            values.forEach(value -> words.add(name + "=" + value));
        }
        origins.computeIfAbsent(origin, from -> new ArrayList<>()).add(name);
    }

    private static String variable(String option) {
        return PREFIX + option.substring(2).toUpperCase(Locale.ROOT).replace('-', '_');
    }

    /**
     * Refuses keys that no command has; returns a warning for each variable that looks like a misspelt one. Others belong to
     * something else.
     */
    private List<String> unknown(CommandSpec command) {
        Set<String> own = names(command).collect(Collectors.toSet());
        if (file.keySet().stream().allMatch(key -> own.contains("--" + key))
                && environment.keySet().stream()
                        .allMatch(name -> own.stream().anyMatch(o -> variable(o).equals(name)))) {
            return List.of();
        }
        Set<String> all = withSubcommands(Main.commandLine().getCommandSpec())
                .flatMap(OptionDefaults::names)
                .collect(Collectors.toCollection(TreeSet::new));
        for (String key : file.keySet()) {
            if (!all.contains("--" + key)) {
                throw new IllegalArgumentException(SafeText.plain(
                        FILE + ": '" + key + "' is not the long name of an option"
                                + meant("--" + key, all)
                                        .map(names -> "; did you mean " + names.replace("--", "") + "?")
                                        .orElse("")));
            }
        }
        Set<String> variables = all.stream().map(OptionDefaults::variable).collect(Collectors.toSet());
        List<String> warnings = new ArrayList<>();
        for (String name : environment.keySet()) {
            if (!variables.contains(name)) {
                // Without what all variables have in common, which would make any two of them similar.
                String option = "--"
                        + name.substring(PREFIX.length())
                                .toLowerCase(Locale.ROOT)
                                .replace('_', '-');
                List<String> similar = Suggestion.similar(option, all).stream()
                        .map(OptionDefaults::variable)
                        .toList();
                if (!similar.isEmpty()) {
                    warnings.add(SafeText.plain("the environment variable " + name + " is ignored; did you mean "
                            + String.join(" or ", similar) + "?"));
                }
            }
        }
        return warnings;
    }

    private static Optional<String> meant(String name, Set<String> all) {
        List<String> similar = Suggestion.similar(name, all);
        return similar.isEmpty() ? Optional.empty() : Optional.of(String.join(" or ", similar));
    }

    private static Stream<String> names(CommandSpec command) {
        return command.options().stream()
                .map(OptionSpec::longestName)
                .filter(name -> name.startsWith("--") && !HELP.contains(name));
    }

    private static Stream<CommandSpec> withSubcommands(CommandSpec command) {
        return Stream.concat(
                Stream.of(command),
                command.subcommands().values().stream().flatMap(below -> withSubcommands(below.getCommandSpec())));
    }
}
