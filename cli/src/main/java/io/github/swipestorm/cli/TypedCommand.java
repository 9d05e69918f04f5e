package io.github.swipestorm.cli;

import io.github.swipestorm.cli.monitoring.LiveOption;
import io.github.swipestorm.cli.option.CurlCommand;
import io.github.swipestorm.cli.option.RequestOptions;
import io.github.swipestorm.cli.option.ShellWords;
import io.github.swipestorm.cli.option.TransportOptions;
import io.github.swipestorm.client.http.Redaction;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ParseResult;

/** The typed command line of a run, for reports. */
public final class TypedCommand {

    private TypedCommand() {}

    /**
     * A command line as one line that a POSIX shell splits into the same words, without passwords. A comment at its end says which
     * of its options were not typed, and where they came from.
     */
    public static String of(ParseResult typed) {
        String origins = typed.commandSpec().userObject() instanceof SwipestormCommand command ? command.origins() : "";
        return typed.commandSpec().name() + " "
                + words(typed).stream().map(ShellWords::quoted).collect(Collectors.joining(" "))
                + (origins.isEmpty() ? "" : " # " + origins);
    }

    /** The words of a command line after the program's name, without passwords. */
    public static List<String> words(ParseResult typed) {
        // Hides exactly what the parser took for the option's value, in whatever form it was given.
        List<String> secrets = Stream.of(
                        values(TransportOptions.USER, typed).stream()
                                .filter(user -> !Redaction.isReference(user.substring(user.indexOf(':') + 1))),
                        values(TransportOptions.CLIENT_CERTIFICATE_PASSWORD, typed).stream()
                                .filter(password -> !Redaction.isReference(password)),
                        values(LiveOption.TOKEN, typed).stream().filter(token -> !token.startsWith("@")))
                .flatMap(each -> each)
                .toList();
        List<String> commands = values(RequestOptions.CURL, typed);
        return typed.expandedArgs().stream()
                .map(word -> secrets.stream().reduce(word, (hidden, secret) -> with(hidden, secret, Redaction.HIDDEN)))
                .map(word -> commands.stream()
                        .reduce(word, (hidden, curl) -> with(hidden, curl, CurlCommand.withoutSecrets(curl))))
                .map(Redaction::of)
                .toList();
    }

    /** The word with another value, if it is or ends with that value of an option. */
    private static String with(String word, String value, String other) {
        boolean ends = word.equals(value) || word.endsWith("=" + value);
        return ends ? word.substring(0, word.length() - value.length()) + other : word;
    }

    private static List<String> values(String option, ParseResult typed) {
        List<String> own =
                typed.hasMatchedOption(option) ? typed.matchedOption(option).originalStringValues() : List.of();
        return own.isEmpty() && typed.hasSubcommand() ? values(option, typed.subcommand()) : own;
    }
}
