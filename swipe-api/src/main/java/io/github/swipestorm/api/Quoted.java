package io.github.swipestorm.api;

/**
 * External text, made safe for a message: quoted, truncated to 64 characters, and with all characters except plain
 * printable ASCII escaped, so that it can neither break a log line nor act as markup.
 */
final class Quoted {

    private static final int MOST_CHARACTERS = 64;

    private Quoted() {}

    static String of(String text) {
        StringBuilder quoted = new StringBuilder("'");
        int end = Math.min(text.length(), MOST_CHARACTERS);
        for (int i = 0; i < end; i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~' || "<>&'\"\\".indexOf(c) >= 0) {
                quoted.append(String.format("u+%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        return quoted.append(end < text.length() ? "...'" : "'").toString();
    }
}
