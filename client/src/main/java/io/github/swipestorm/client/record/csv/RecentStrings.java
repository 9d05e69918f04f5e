package io.github.swipestorm.client.record.csv;

/**
 * Gives equal strings as one object where it has seen them lately: rows repeat a few methods, failures and targets, and
 * making each anew costs more than reading it. Of fixed size: strings that never repeat push out one another.
 */
final class RecentStrings {

    private final String[] seen = new String[256];

    /** The string of some characters. */
    String same(char[] text, int from, int to) {
        int hash = 0;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + text[i];
        }
        int place = (hash ^ hash >>> 8 ^ hash >>> 16) & (seen.length - 1);
        if (!isThere(seen[place], text, from, to)) {
            seen[place] = new String(text, from, to - from);
        }
        return seen[place];
    }

    private static boolean isThere(String there, char[] text, int from, int to) {
        if (there == null || there.length() != to - from) {
            return false;
        }
        for (int i = from; i < to; i++) {
            if (there.charAt(i - from) != text[i]) {
                return false;
            }
        }
        return true;
    }
}
