package io.github.swipestorm.client.record.csv;

import de.siegmar.fastcsv.reader.CsvRecord;
import java.util.ArrayList;
import java.util.List;

/** This project's own layout: columns are found by the names in the header, in any order, others are passed over. */
final class NamedColumns implements RowLayout {
    private static final List<String> NAMES = List.of(
            "start_us",
            "method",
            "latency_us",
            "status",
            "due_us",
            "worker",
            "request",
            "attempt",
            "failure",
            "bytes",
            "target");
    /** Rows repeat a few methods, failures and targets; one string of each is enough. */
    private final RecentStrings strings = new RecentStrings();

    private final int fields;
    private final int[] at;

    private NamedColumns(int fields, int[] at) {
        this.fields = fields;
        this.at = at;
    }

    static boolean isNamedIn(List<String> header) {
        return header.contains(NAMES.get(0));
    }

    /** @throws IllegalArgumentException when a column is missing; the message names all that are */
    static NamedColumns of(List<String> header) {
        int[] at = new int[NAMES.size()];
        List<String> missing = new ArrayList<>();
        for (int i = 0; i < at.length; i++) {
            at[i] = header.indexOf(NAMES.get(i));
            if (at[i] < 0) {
                missing.add(NAMES.get(i));
            }
        }
        if (!missing.isEmpty()) {
            throw new IllegalArgumentException("the header lacks " + String.join(", ", missing));
        }
        return new NamedColumns(header.size(), at);
    }

    @Override
    public int fields() {
        return fields;
    }

    @Override
    public AttemptRow row(CsvRecord line, long index) {
        String status = line.getField(at[3]);
        return new AttemptRow(
                number(line, 0, 0, LAST_INSTANT_US),
                strings.same(line.getField(at[1])),
                number(line, 2, 0, LONGEST_US),
                status.isEmpty() ? AttemptRow.NO_STATUS : (int) number(line, 3, 100, 999),
                number(line, 4, 0, LAST_INSTANT_US),
                (int) number(line, 5, 0, Integer.MAX_VALUE),
                number(line, 6, 0, Long.MAX_VALUE),
                (int) number(line, 7, 1, Integer.MAX_VALUE),
                strings.same(line.getField(at[8])),
                number(line, 9, 0, Long.MAX_VALUE),
                strings.same(line.getField(at[10])));
    }

    private long number(CsvRecord line, int column, long least, long most) {
        return RowLayout.number(NAMES.get(column), line.getField(at[column]), least, most);
    }
}
