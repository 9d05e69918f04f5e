package io.github.swipestorm.client.record.csv;

import java.util.List;

/**
 * What a {@link RecordsReader} came across besides the rows.
 *
 * @param rows how many rows were handed on
 * @param cutOff whether the file stops before its end, in the middle of a row or of its packed data; the row that
 *     was not whole is not among {@code rows}
 * @param original whether it is a four-column file of the reference study's client, which tells times in whole milliseconds and
 *     neither workers nor attempts
 * @param missing columns that the file does not have; empty for an {@code original} one, which never has them
 */
public record RecordsRead(long rows, boolean cutOff, boolean original, List<String> missing) {}
