package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.http.Redaction;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The words of a shell command: quotes, escapes and continued lines as in a POSIX shell, with {@code $'...'} as in bash; a
 * command with carets, as browsers copy it for the Windows command prompt, is understood as well. Nothing is expanded.
 */
public final class ShellWords {

    /** Characters without a special meaning in any shell. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./-]+");

    private static final Pattern WINDOWS = Pattern.compile("(?s)\\s*curl(?:\\.exe)?\\s.*\\^[\"\\r\\n].*");
    private static final String EXPANDED = "$`";
    private static final String OPERATORS = "|&;<>()";

    private final String text;
    private final boolean windows;
    private final List<String> words = new ArrayList<>();
    private StringBuilder word;
    private int at;

    private ShellWords(String text, boolean windows) {
        this.text = text;
        this.windows = windows;
    }

    /**
     * Splits a command.
     *
     * @throws IllegalArgumentException with a user-facing message when a shell would do more than split it
     */
    public static List<String> of(String command) {
        String typed = command.strip().replaceFirst("^\\$ ", "");
        boolean windows = WINDOWS.matcher(typed).matches();
        ShellWords reader = new ShellWords(windows ? withoutCarets(typed) : typed, windows);
        reader.read();
        return reader.words;
    }

    /** A word as a POSIX shell reads it: within single quotes nothing is changed, and only a single quote must be outside. */
    public static String quoted(String word) {
        return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "'\\''") + "'";
    }

    /** A caret escapes the next character; before the end of a line it continues it, unless an empty line follows. */
    private static String withoutCarets(String text) {
        return text.replace("\r\n", "\n")
                .replace("^\n\n", "\n")
                .replace("^\n", "")
                .replaceAll("\\^(.)", "$1");
    }

    private void read() {
        while (at < text.length()) {
            char c = text.charAt(at++);
            switch (c) {
                case ' ', '\t', '\n', '\r' -> end();
                case '\'' -> {
                    if (windows) {
                        letter(c);
                    } else {
                        literal();
                    }
                }
                case '"' -> quoted();
                case '\\' -> escaped();
                default -> {
                    if (c == '$' && !windows && peek() == '\'') {
                        at++;
                        ansi();
                    } else if (c == '#' && word == null && !windows) {
                        at = text.indexOf('\n', at) < 0 ? text.length() : text.indexOf('\n', at);
                    } else {
                        refuseMeaning(c, EXPANDED + OPERATORS);
                        letter(c);
                    }
                }
            }
        }
        end();
    }

    private char peek() {
        return at < text.length() ? text.charAt(at) : '\0';
    }

    private void letter(char c) {
        begin();
        word.append(c);
    }

    private void begin() {
        if (word == null) {
            word = new StringBuilder();
        }
    }

    private void end() {
        if (word != null) {
            words.add(word.toString());
            word = null;
        }
    }

    private void refuseMeaning(char c, String special) {
        if (windows || special.indexOf(c) < 0 || (c == '$' && text.startsWith("{env.", at))) {
            return;
        }
        if (EXPANDED.indexOf(c) < 0) {
            throw new IllegalArgumentException("The command of --curl has a '" + c
                    + "' outside of quotes, which a shell would act on: quote it, or give the curl command alone");
        }
        if (c == '`' || peek() == '(' || peek() == '{' || Character.isLetter(peek()) || peek() == '_') {
            String from =
                    text.substring(at - 1, Math.min(text.length(), at + 20)).split("[\\s\"']", 2)[0];
            throw new IllegalArgumentException(
                    "The command of --curl has '" + Redaction.of(from)
                            + "', which only a shell would replace: write ${env.NAME} for a variable, or put it in single quotes");
        }
    }

    private void literal() {
        int end = text.indexOf('\'', at);
        if (end < 0) {
            throw unclosed("'");
        }
        begin();
        word.append(text, at, end);
        at = end + 1;
    }

    private void quoted() {
        begin();
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '"') {
                return;
            }
            if (c == '\\' && (windows ? "\"\\" : "\"\\$`\n").indexOf(peek()) >= 0 && at < text.length()) {
                char next = text.charAt(at++);
                if (next != '\n' || windows) {
                    word.append(next);
                }
            } else {
                refuseMeaning(c, EXPANDED);
                word.append(c);
            }
        }
        throw unclosed("\"");
    }

    private void escaped() {
        if (at == text.length()) {
            return;
        }
        char next = text.charAt(at++);
        if (next == '\r' && peek() == '\n') {
            at++;
        } else if (next != '\n') {
            letter(next);
        }
    }

    private void ansi() {
        begin();
        while (at < text.length()) {
            char c = text.charAt(at++);
            if (c == '\'') {
                return;
            }
            if (c != '\\' || at == text.length()) {
                word.append(c);
                continue;
            }
            char next = text.charAt(at++);
            switch (next) {
                case 'n' -> word.append('\n');
                case 't' -> word.append('\t');
                case 'r' -> word.append('\r');
                case 'a' -> word.append('\u0007');
                case 'b' -> word.append('\b');
                case 'e', 'E' -> word.append('\u001b');
                case 'f' -> word.append('\f');
                case 'v' -> word.append('\u000b');
                case 'x' -> number(16, 2);
                case 'u' -> number(16, 4);
                case 'U' -> number(16, 8);
                case '0', '1', '2', '3', '4', '5', '6', '7' -> {
                    at--;
                    number(8, 3);
                }
                case '\'', '"', '\\', '?' -> word.append(next);
                default -> word.append('\\').append(next);
            }
        }
        throw unclosed("$'");
    }

    private void number(int radix, int most) {
        int from = at;
        while (at < text.length() && at - from < most && Character.digit(text.charAt(at), radix) >= 0) {
            at++;
        }
        if (at == from) {
            throw new IllegalArgumentException(
                    "The command of --curl has an escape without digits in $'...': copy it again");
        }
        word.appendCodePoint(Integer.parseUnsignedInt(text.substring(from, at), radix) & 0x1FFFFF);
    }

    private static IllegalArgumentException unclosed(String quote) {
        return new IllegalArgumentException(
                "The command of --curl has a " + quote + " that is not closed: copy the whole command");
    }
}
