package io.github.swipestorm.api;

/**
 * Text from outside, made fit to stand in a message: quoted, cut off after 64 characters, and with everything but
 * plain printable ASCII written as an escape, so that it can neither break a log line nor act as markup.
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
