package io.github.swipestorm.client.cli;

import java.util.List;
import picocli.CommandLine.ParseResult;

/** What was typed to make a run, as it is written into reports. */
final class TypedCommand {

    private static final String HIDDEN = "***";

    private TypedCommand() {}

    /** The words of a command line as one line, without passwords. */
    static String of(ParseResult typed) {
        return typed.commandSpec().name() + " " + String.join(" ", words(typed));
    }

    /** The words of a command line after the program's name, without passwords. */
    static List<String> words(ParseResult typed) {
        // What the parser took for the option's value is what is hidden, in whatever form it was given.
        List<String> secrets = secrets(typed);
        return typed.expandedArgs().stream()
                .map(word -> secrets.stream().reduce(word, TypedCommand::hide))
                .toList();
    }

    /** Whether a word was hidden, and what it says is no longer known. */
    static boolean isHidden(String word) {
        return word.endsWith(HIDDEN);
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
