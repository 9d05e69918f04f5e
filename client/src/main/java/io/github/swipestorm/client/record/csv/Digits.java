package io.github.swipestorm.client.record.csv;

/** Writes decimal digits into a byte array, two at a time. */
final class Digits {

    private static final byte[] PAIRS = new byte[200];

    /** Powers of ten; the first is 0, so that 0 has one digit. */
    private static final long[] POWERS = new long[19];

    static {
        for (int i = 1; i < POWERS.length; i++) {
            POWERS[i] = i == 1 ? 10 : 10 * POWERS[i - 1];
        }
        for (int i = 0; i < 100; i++) {
            PAIRS[2 * i] = (byte) ('0' + i / 10);
            PAIRS[2 * i + 1] = (byte) ('0' + i % 10);
        }
    }

    private Digits() {}

    /** Appends a number; returns the position after it. At most 20 bytes are written. */
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

    /** Writes a number below a million with its leading zeros: six digits. */
    static void appendSix(int number, byte[] into, int from) {
        int high = number / 10_000;
        int low = number - high * 10_000;
        int middle = low / 100;
        putPair(high, into, from);
        putPair(middle, into, from + 2);
        putPair(low - middle * 100, into, from + 4);
    }

    private static void putPair(int number, byte[] into, int at) {
        into[at] = PAIRS[2 * number];
        into[at + 1] = PAIRS[2 * number + 1];
    }

    /** Rare (a request due before the epoch), so it may be slow; the smallest long has no positive counterpart. */
    private static int appendNegative(long number, byte[] into, int from) {
        int at = from;
        for (char c : Long.toString(number).toCharArray()) {
            into[at++] = (byte) c;
        }
        return at;
    }

    private static int count(long number) {
        // The number of bits tells the number of digits, or one more; 1233 / 4096 is a little more than log10(2).
        int guess = (64 - Long.numberOfLeadingZeros(number | 1)) * 1_233 >>> 12;
        return guess + (number >= POWERS[guess] ? 1 : 0);
    }
}
