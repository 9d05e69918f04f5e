package io.github.swipestorm.client.record.csv;

import de.siegmar.fastcsv.reader.CsvRecord;

/**
 * The reference study's layout: start in epoch milliseconds, request type, latency in milliseconds, response code. It
 * tells no attempts, so each row is a request of its own that was sent when it was due.
 */
final class FourColumns implements RowLayout {
    static final int FIELDS = 4;
    private static final long MS = 1_000;

    private final RecentStrings strings = new RecentStrings();

    @Override
    public int fields() {
        return FIELDS;
    }

    @Override
    public AttemptRow row(CsvRecord line, long index) {
        long startUs = number("the start time", line, 0, LAST_INSTANT_US / MS) * MS;
        String code = line.getField(3).trim();
        return new AttemptRow(
                startUs,
                strings.same(line.getField(1).trim()),
                number("the latency", line, 2, LONGEST_US / MS) * MS,
                code.isEmpty() || code.equals("0")
                        ? AttemptRow.NO_STATUS
                        : (int) RowLayout.number("the response code", code, 100, 999),
                startUs,
                AttemptRow.UNKNOWN,
                index,
                1,
                "",
                AttemptRow.UNKNOWN,
                "");
    }

    private static long number(String column, CsvRecord line, int field, long most) {
        return RowLayout.number(column, line.getField(field).trim(), 0, most);
    }
}
