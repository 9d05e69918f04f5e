package io.github.swipestorm.client.record.csv;

import de.siegmar.fastcsv.reader.CsvRecord;

/** How the fields of a line make an {@link AttemptRow}. */
interface RowLayout {
    /** The year 5138 in microseconds: a larger instant is a mistake, and sums of smaller ones cannot overflow. */
    long LAST_INSTANT_US = 100_000_000_000_000_000L;

    /** 31 years in microseconds. */
    long LONGEST_US = 1_000_000_000_000_000L;

    /** How many fields a line must have. */
    int fields();

    /**
     * Makes the row.
     *
     * @param line with as many fields as {@link #fields()}
     * @param index how many rows came before it
     * @throws IllegalArgumentException when a field is not what its column demands; the message says which and why
     */
    AttemptRow row(CsvRecord line, long index);

    /** Reads a whole number that must lie between two limits. */
    static long number(String column, String text, long least, long most) {
        try {
            long value = Long.parseLong(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException notANumber) {
            // Said below, together with what is a number but too small or too large.
        }
        String shown = (text.length() > 40 ? text.substring(0, 40) + "..." : text).replaceAll("\\p{Cntrl}", "?");
        throw new IllegalArgumentException(
                column + " is \"" + shown + "\", not a whole number from " + least + " to " + most);
    }
}
