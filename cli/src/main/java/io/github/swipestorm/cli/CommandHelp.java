package io.github.swipestorm.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The text of {@code --help} and {@code --help-all} in one format for all commands: at most 80 columns, wrapped at
 * spaces only, so that names of options, URLs and values remain whole.
 */
final class CommandHelp {

    static final String HELP_ALL = "--help-all";

    private static final int WIDTH = 80;
    /** The description of a longer name starts on the next line. */
    private static final int WIDEST_NAME = 30;

    private final CommandSpec spec;
    private final StringBuilder text = new StringBuilder();
    /** Where descriptions begin. */
    private int column;

    private CommandHelp(CommandSpec spec) {
        this.spec = spec;
    }

    /** Makes a command and its subcommands print this help, and gives each of them {@code --help-all}. */
    static void install(CommandLine command) {
        command.getCommandSpec()
                .addOption(OptionSpec.builder(HELP_ALL)
                        .usageHelp(true)
                        .description("Show all options and exit.")
                        .build());
        command.setHelpSectionKeys(List.of("all"));
        command.setHelpSectionMap(Map.of("all", help -> of(help.commandSpec(), wantsAll(help.commandSpec()))));
        command.getSubcommands().values().forEach(CommandHelp::install);
    }

    private static boolean wantsAll(CommandSpec spec) {
        CommandLine.ParseResult parsed = spec.commandLine().getParseResult();
        return parsed != null && parsed.hasMatchedOption(HELP_ALL);
    }

    /**
     * The help of a command.
     *
     * @param all whether all options are listed, under headings, or those that most users need
     */
    static String of(CommandSpec spec, boolean all) {
        return new CommandHelp(spec).write(all);
    }

    private String write(boolean all) {
        text.append("Usage: ").append(synopsis()).append("\n\n");
        paragraph(String.join(" ", filled(spec.usageMessage().description())));
        column = column(positionals());
        rows("Arguments", positionals());
        column = column(commands());
        rows("Commands", commands());
        options(all);
        examples();
        String[] footer = filled(spec.usageMessage().footer());
        if (footer.length > 0) {
            text.append('\n');
            Stream.of(footer).forEach(this::paragraph);
        }
        return text.toString().replace("\n", System.lineSeparator());
    }

    private String synopsis() {
        String positionals = spec.positionalParameters().stream()
                .map(one -> " " + label(one))
                .collect(Collectors.joining());
        return spec.qualifiedName() + (spec.subcommands().isEmpty() ? "" : " COMMAND") + " [OPTIONS]" + positionals;
    }

    private static String label(PositionalParamSpec parameter) {
        boolean optional = parameter.arity().min() == 0 && parameter.arity().max() == 1;
        return optional
                ? "[" + parameter.paramLabel() + "]"
                : parameter.paramLabel() + (parameter.arity().max() > 1 ? "..." : "");
    }

    private List<Row> positionals() {
        return spec.positionalParameters().stream()
                .map(one -> new Row("  " + label(one), String.join(" ", filled(one.description()))))
                .toList();
    }

    private List<Row> commands() {
        return spec.subcommands().entrySet().stream()
                .map(command -> new Row(
                        "  " + command.getKey(), summary(command.getValue().getCommandSpec())))
                .toList();
    }

    /** The first sentence of a command's description. */
    static String summary(CommandSpec command) {
        String whole = String.join(" ", filled(command.usageMessage().description()));
        int end = whole.indexOf(". ");
        return end < 0 ? whole : whole.substring(0, end + 1);
    }

    private void options(boolean all) {
        ShortHelp wanted = shortHelp(spec);
        List<OptionSpec> options =
                spec.options().stream().filter(option -> !option.hidden()).toList();
        column = column(rows(options));
        if (all) {
            for (OptionHeading heading : OptionHeading.values()) {
                rows(heading.title(), rows(heading.of(options)));
            }
        } else if (wanted.options().length > 0) {
            rows("Most used options (" + HELP_ALL + " lists the others)", rows(named(wanted.options(), options)));
        } else {
            rows(
                    "Options",
                    rows(options.stream()
                            .filter(option -> !option.longestName().equals(HELP_ALL))
                            .toList()));
        }
    }

    private static List<OptionSpec> named(String[] names, List<OptionSpec> options) {
        return Stream.of(names)
                .flatMap(name ->
                        options.stream().filter(option -> option.longestName().equals(name)))
                .toList();
    }

    private static List<Row> rows(List<OptionSpec> options) {
        return options.stream()
                .map(option -> new Row(names(option), String.join(" ", filled(option.description()))))
                .toList();
    }

    private static String names(OptionSpec option) {
        String shortName = option.shortestName().length() == 2 ? "  " + option.shortestName() + ", " : "      ";
        if (option.arity().max() == 0) {
            return shortName + option.longestName();
        }
        boolean plural = option.splitRegex().isEmpty() || option.paramLabel().endsWith("S");
        String value = "=" + option.paramLabel() + (plural ? "" : ",...");
        return shortName + option.longestName() + (option.arity().min() == 0 ? "[" + value + "]" : value);
    }

    private void examples() {
        String[] examples = shortHelp(spec).examples();
        if (examples.length > 0) {
            text.append("\nExamples:\n");
            Stream.of(examples)
                    .forEach(example -> text.append("  ")
                            .append(spec.root().name())
                            .append(' ')
                            .append(example)
                            .append('\n'));
        }
    }

    static ShortHelp shortHelp(CommandSpec spec) {
        return spec.userObject().getClass().getAnnotation(ShortHelp.class);
    }

    /** A name and its description. */
    private record Row(String name, String meaning) {}

    private static int column(List<Row> rows) {
        return 2
                + rows.stream()
                        .mapToInt(row -> row.name().length())
                        .filter(length -> length <= WIDEST_NAME)
                        .max()
                        .orElse(WIDEST_NAME);
    }

    private void rows(String heading, List<Row> rows) {
        if (rows.isEmpty()) {
            return;
        }
        text.append('\n').append(heading).append(":\n");
        for (Row row : rows) {
            text.append(row.name());
            if (row.name().length() > column - 2) {
                text.append('\n');
            } else {
                text.append(" ".repeat(column - row.name().length()));
            }
            String indent = " ".repeat(column);
            String meaning = String.join("\n" + indent, wrapped(row.meaning(), WIDTH - column));
            text.append(row.name().length() > column - 2 ? indent : "")
                    .append(meaning)
                    .append('\n');
        }
    }

    /** A line of a table in a footer begins with a space, and stays unchanged. */
    private void paragraph(String words) {
        List<String> lines = words.startsWith(" ") ? List.of(words) : wrapped(words, WIDTH);
        lines.forEach(line -> text.append(line).append('\n'));
    }

    /** Lines of at most the width, wrapped at spaces; a longer word has its own line. */
    static List<String> wrapped(String words, int width) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (String word : words.split(" ")) {
            if (line.length() > 0 && line.length() + 1 + word.length() > width) {
                lines.add(line.toString());
                line.setLength(0);
            }
            line.append(line.length() == 0 ? "" : " ").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    /** Picocli has inserted defaults and candidates; only format specifiers are left. */
    private static String[] filled(String[] templates) {
        return Arrays.stream(templates)
                .map(template -> template.replace("%%", "%").replace("%n", ""))
                .toArray(String[]::new);
    }
}
