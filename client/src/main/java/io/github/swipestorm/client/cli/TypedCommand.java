package io.github.swipestorm.client.cli;

import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine.ParseResult;

/** What was typed to make a run, as it is written into reports. */
final class TypedCommand {

    private static final String HIDDEN = "***";

    private TypedCommand() {}

    /** The words of a command line as one line, without passwords. */
    static String of(ParseResult typed) {
        // What the parser took for the option's value is what is hidden, in whatever form it was given.
        List<String> secrets = secrets(typed);
        return typed.commandSpec().name() + " "
                + typed.expandedArgs().stream()
                        .map(word -> secrets.stream().reduce(word, TypedCommand::hide))
                        .collect(Collectors.joining(" "));
    }

    private static String hide(String word, String secret) {
        boolean ends = word.equals(secret) || word.endsWith("=" + secret);
        return ends ? word.substring(0, word.length() - secret.length()) + HIDDEN : word;
    }

    private static List<String> secrets(ParseResult typed) {
        List<String> own = typed.hasMatchedOption(DetourOptions.USER)
                ? typed.matchedOption(DetourOptions.USER).originalStringValues()
                : List.of();
        return own.isEmpty() && typed.hasSubcommand() ? secrets(typed.subcommand()) : own;
    }
}
