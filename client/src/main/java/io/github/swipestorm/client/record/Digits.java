package io.github.swipestorm.client.record;

/** Decimal digits into a byte array, two at a time. */
final class Digits {

    private static final byte[] PAIRS = new byte[200];

    static {
        for (int i = 0; i < 100; i++) {
            PAIRS[2 * i] = (byte) ('0' + i / 10);
            PAIRS[2 * i + 1] = (byte) ('0' + i % 10);
        }
    }

    private Digits() {}

    /** Appends a number; returns the position behind it. At most 20 bytes are written. */
    static int append(long number, byte[] into, int from) {
        if (number < 0) {
            return appendNegative(number, into, from);
        }
        int end = from + count(number);
        int at = end;
        long rest = number;
        while (rest >= 100) {
            int pair = (int) (rest % 100) * 2;
            rest /= 100;
            into[--at] = PAIRS[pair + 1];
            into[--at] = PAIRS[pair];
        }
        if (rest >= 10) {
            into[--at] = PAIRS[(int) rest * 2 + 1];
            into[--at] = PAIRS[(int) rest * 2];
        } else {
            into[--at] = (byte) ('0' + rest);
        }
        return end;
    }

    /** Rare enough (a request due before the epoch) that it may be slow; the smallest long has no positive twin. */
    private static int appendNegative(long number, byte[] into, int from) {
        int at = from;
        for (char c : Long.toString(number).toCharArray()) {
            into[at++] = (byte) c;
        }
        return at;
    }

    private static int count(long number) {
        int digits = 1;
        for (long rest = number; rest >= 10; rest /= 10) {
            digits++;
        }
        return digits;
    }
}
