package io.github.swipestorm.client.text;

import java.util.regex.Pattern;

/**
 * Texts from anywhere (URLs, servers' messages, words out of a file) made fit to be shown: whatever they hold, they
 * stay text, in the order in which they were written.
 */
public final class SafeText {
    /**
     * What begins code, an element of HTML, or a link's or a picture's address (CommonMark 0.31, sections 6.1, 6.3 and
     * 6.6). The backslashes before it decide whether it does, so they are doubled with it.
     */
    private static final String MARKUP = "`|<(?=[A-Za-z/!?])|\\](?=[(\\[:])";

    private static final Pattern IN_TEXT = Pattern.compile("(\\\\*)(" + MARKUP + ")");
    private static final Pattern IN_CELL = Pattern.compile("(\\\\*)(" + MARKUP + "|\\|)");

    private SafeText() {}

    /**
     * The text in one line, for a terminal for instance. Control characters, characters that turn the direction of
     * writing round, and what is no character at all each become a question mark.
     */
    public static String plain(String text) {
        StringBuilder plain = new StringBuilder(text.length());
        text.codePoints().forEach(c -> plain.appendCodePoint(isShown(c) ? c : '?'));
        return plain.toString();
    }

    /** The same as the content of an element, or of an attribute in double quotes, of XML or HTML. */
    public static String markup(String text) {
        StringBuilder safe = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            switch (c) {
                case '&' -> safe.append("&amp;");
                case '<' -> safe.append("&lt;");
                case '>' -> safe.append("&gt;");
                case '"' -> safe.append("&quot;");
                default -> safe.appendCodePoint(isShown(c) ? c : '?');
            }
        });
        return safe.toString();
    }

    /** A text that a form shows and sends back as it is: the content of an element, or of an attribute in double quotes, of HTML. */
    public static String field(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("\n", "&#10;");
    }

    /** The same as prose in GitHub's Markdown, in which it is neither code nor HTML, link nor picture. */
    public static String markdown(String text) {
        return IN_TEXT.matcher(plain(text)).replaceAll("$1$1\\\\$2");
    }

    /** The same as a cell of a table in GitHub's Markdown. */
    public static String markdownCell(String text) {
        return IN_CELL.matcher(plain(text)).replaceAll("$1$1\\\\$2");
    }

    /**
     * A text as it fits: with dots for the rest of a longer one.
     *
     * @param most characters, the dots included, at least 3; one outside of the basic plane counts as one
     */
    public static String shortened(String text, int most) {
        return text.codePointCount(0, text.length()) <= most
                ? text
                : text.substring(0, text.offsetByCodePoints(0, most - 3)) + "...";
    }

    private static boolean isShown(int c) {
        boolean noncharacter = (c & 0xFFFE) == 0xFFFE || (c >= 0xFDD0 && c <= 0xFDEF);
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.SURROGATE, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR ->
                false;
            default -> !noncharacter && !turnsDirection(c);
        };
    }

    /** Unicode's explicit formatting characters for bidirectional text (UAX #9, section 2). */
    private static boolean turnsDirection(int c) {
        return c == 0x061C
                || c == 0x200E
                || c == 0x200F
                || (c >= 0x202A && c <= 0x202E)
                || (c >= 0x2066 && c <= 0x2069);
    }
}
