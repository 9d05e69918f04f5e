package io.github.swipestorm.cli;

import io.github.swipestorm.cli.option.TransportOptions;
import io.github.swipestorm.client.http.Redaction;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.ParseResult;

/** The typed command line of a run, for reports. */
public final class TypedCommand {

    /** Characters without a special meaning in any shell. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    private TypedCommand() {}

    /** A command line as one line that a POSIX shell splits into the same words, without passwords. */
    public static String of(ParseResult typed) {
        return typed.commandSpec().name() + " "
                + words(typed).stream().map(TypedCommand::quoted).collect(Collectors.joining(" "));
    }

    /** Within single quotes a shell changes nothing, and only a single quote itself must be outside of them. */
    private static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** The words of a command line after the program's name, without passwords. */
    public static List<String> words(ParseResult typed) {
        // Hides exactly what the parser took for the option's value, in whatever form it was given.
        List<String> secrets = secrets(typed);
        return typed.expandedArgs().stream()
                .map(word -> secrets.stream().reduce(word, TypedCommand::hide))
                .map(Redaction::of)
                .toList();
    }

    private static String hide(String word, String secret) {
        boolean ends = word.equals(secret) || word.endsWith("=" + secret);
        return ends ? word.substring(0, word.length() - secret.length()) + Redaction.HIDDEN : word;
    }

    private static List<String> secrets(ParseResult typed) {
        List<String> own = typed.hasMatchedOption(TransportOptions.USER)
                ? typed.matchedOption(TransportOptions.USER).originalStringValues()
                : List.of();
        return own.isEmpty() && typed.hasSubcommand() ? secrets(typed.subcommand()) : own;
    }
}
