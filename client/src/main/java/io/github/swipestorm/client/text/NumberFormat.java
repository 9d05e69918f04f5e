package io.github.swipestorm.client.text;

import java.util.Locale;
import java.util.OptionalDouble;

/** Numbers as a reader wants them, the same under every default locale. */
public final class NumberFormat {
    /** What stands for a number that there is not. */
    public static final String DASH = "-";

    /** Up to here each number of thousandths has a distinct double. */
    private static final long EXACT = 1L << 50;

    private NumberFormat() {}

    /** A whole number, its thousands separated. */
    public static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    /** A number with its noun: one run, two runs. */
    public static String counted(long count, String one, String several) {
        return count(count) + " " + (count == 1 ? one : several);
    }

    /** Milliseconds with three decimals, which is to the microsecond. */
    public static String milliseconds(double microseconds) {
        return String.format(Locale.ROOT, "%,.3f", microseconds / 1e3);
    }

    /** With this many decimals, the thousands separated. */
    public static String decimal(double number, int decimals) {
        return String.format(Locale.ROOT, "%,." + decimals + "f", number);
    }

    /** The same; a dash where there is no number. */
    public static String decimal(OptionalDouble number, int decimals) {
        return number.isPresent() ? decimal(number.getAsDouble(), decimals) : DASH;
    }

    /** A share, 0 to 1, in percent, without the unit; a dash where there is none. */
    public static String percentage(OptionalDouble share, int decimals) {
        return share.isPresent() ? decimal(100 * share.getAsDouble(), decimals) : DASH;
    }

    /** A share, 0 to 1, as per cent with one decimal. */
    public static String percent(double share) {
        return decimal(share * 100, 1) + " %";
    }

    /** As few decimals as tell the number to the microsecond or thousandth, and no separators: for CSV, SVG and prose. */
    public static String plain(double number) {
        long thousandths = Math.round(number * 1e3);
        // Pages have tens of thousands of such numbers, and a format takes a hundred times as long.
        if (Math.abs(thousandths) < EXACT && thousandths / 1e3 == number) {
            return plain(thousandths);
        }
        String text = String.format(Locale.ROOT, "%.3f", number);
        int end = text.length();
        while (text.charAt(end - 1) == '0') {
            end--;
        }
        String shortest = text.substring(0, text.charAt(end - 1) == '.' ? end - 1 : end);
        return shortest.equals("-0") ? "0" : shortest;
    }

    private static String plain(long thousandths) {
        long size = Math.abs(thousandths);
        StringBuilder text = new StringBuilder(thousandths < 0 ? "-" : "").append(size / 1_000);
        int fraction = (int) (size % 1_000);
        if (fraction > 0) {
            text.append('.');
            for (int place = 100; fraction > 0; place /= 10) {
                text.append((char) ('0' + fraction / place));
                fraction %= place;
            }
        }
        return text.toString();
    }
}
