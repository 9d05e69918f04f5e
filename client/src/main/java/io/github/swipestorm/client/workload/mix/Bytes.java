package io.github.swipestorm.client.workload.mix;

import java.util.Arrays;

/** A buffer that grows to the longest text that it has held, and is then reused without allocating. Not thread-safe. */
final class Bytes {

    byte[] array = new byte[128];
    int length;

    void clear() {
        length = 0;
    }

    /** Makes room for some bytes, which the caller fills in; returns where they begin. */
    int extend(int count) {
        int begin = length;
        if (array.length - begin < count) {
            array = Arrays.copyOf(array, Math.max(2 * array.length, Math.addExact(begin, count)));
        }
        length = begin + count;
        return begin;
    }

    void put(int b) {
        int at = extend(1);
        array[at] = (byte) b;
    }

    void put(byte[] from) {
        put(from, 0, from.length);
    }

    void put(byte[] from, int begin, int end) {
        int at = extend(end - begin);
        System.arraycopy(from, begin, array, at, end - begin);
    }

    /** A number in decimal. */
    void putNumber(long number) {
        if (number == Long.MIN_VALUE) {
            put('-');
            putDigits(number / -1_000_000_000, 1);
            putDigits(-(number % 1_000_000_000), 9);
            return;
        }
        if (number < 0) {
            put('-');
        }
        putDigits(Math.abs(number), 1);
    }

    /** A number from 0 up, with leading zeros if it has fewer digits than wanted. */
    void putDigits(long number, int least) {
        int digits = 1;
        for (long rest = number / 10; rest > 0; rest /= 10) {
            digits++;
        }
        int count = Math.max(digits, least);
        int at = extend(count);
        long rest = number;
        for (int i = at + count - 1; i >= at; i--) {
            array[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }

    byte[] copy() {
        return Arrays.copyOf(array, length);
    }
}
