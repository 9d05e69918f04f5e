package io.github.swipestorm.client.record.csv;

/**
 * Gives equal strings as one object where it has seen them lately, so that whoever keeps a row's text keeps it once.
 * Of fixed size: strings that never repeat push out one another and cost nothing more.
 */
final class RecentStrings {
    private final String[] seen = new String[256];

    String same(String text) {
        int hash = text.hashCode();
        int place = (hash ^ hash >>> 8 ^ hash >>> 16) & (seen.length - 1);
        if (!text.equals(seen[place])) {
            seen[place] = text;
        }
        return seen[place];
    }
}
