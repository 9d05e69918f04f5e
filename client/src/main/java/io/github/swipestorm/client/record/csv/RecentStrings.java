package io.github.swipestorm.client.record.csv;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Returns recently seen equal strings as one object: rows repeat a few methods, failures and targets, and creating each
 * again costs more than reading it. Of fixed size: strings that never repeat evict one another.
 */
final class RecentStrings {

    private final String[] seen = new String[256];
    private final byte[][] bytes = new byte[256][];

    /** The string of some bytes in UTF-8. */
    String same(byte[] text, int from, int to) {
        int hash = 0;
        for (int i = from; i < to; i++) {
            hash = 31 * hash + text[i];
        }
        int place = (hash ^ hash >>> 8 ^ hash >>> 16) & (seen.length - 1);
        if (bytes[place] == null || !Arrays.equals(bytes[place], 0, bytes[place].length, text, from, to)) {
            bytes[place] = Arrays.copyOfRange(text, from, to);
            seen[place] = new String(bytes[place], StandardCharsets.UTF_8);
        }
        return seen[place];
    }
}
