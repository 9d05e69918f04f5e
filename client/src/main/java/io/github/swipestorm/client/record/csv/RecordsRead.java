package io.github.swipestorm.client.record.csv;

/**
 * What a {@link RecordsReader} came across besides the rows.
 *
 * @param rows how many rows were handed on
 * @param cutOff whether the file stops before its end, in the middle of a row or of its packed data; the row that
 *     was not whole is not among {@code rows}
 * @param original whether it is a four-column file of the reference study's client, which tells times in whole milliseconds and
 *     neither workers nor attempts
 */
public record RecordsRead(long rows, boolean cutOff, boolean original) {}
