package io.github.swipestorm.client.record.csv;

/**
 * Writes instants, in microseconds since 1970, as digits. Instants of a run are close to each other, so the digits of
 * the second are cached, and only those of the microsecond are computed each time. Not thread-safe.
 */
final class InstantDigits {

    private static final long SECOND_US = 1_000_000;

    private final byte[] second = new byte[20];
    private int length;
    private long beginUs = Long.MIN_VALUE;

    /** Appends an instant; returns the position after it. */
    int append(long us, byte[] into, int from) {
        long rest = us - beginUs;
        if (rest < 0 || rest >= SECOND_US) {
            if (us < SECOND_US) {
                // In the first second of 1970 and before it there are no digits of a second.
                return Digits.append(us, into, from);
            }
            beginUs = us - us % SECOND_US;
            length = Digits.append(beginUs / SECOND_US, second, 0);
            rest = us - beginUs;
        }
        System.arraycopy(second, 0, into, from, length);
        Digits.appendSix((int) rest, into, from + length);
        return from + length + 6;
    }
}
