package io.github.swipestorm.client.record.csv;

import io.github.swipestorm.client.record.Attempt;
import io.github.swipestorm.client.record.AttemptSink;

/**
 * Formats rows and discards them, so that this code is compiled before the run's clock starts. Confined to the
 * collector's thread.
 */
public final class RowFormatWarmUp implements AttemptSink {

    private static final int PAGE_BYTES = 128 * 1024;

    private final RowFormat format;
    private final byte[] page = new byte[PAGE_BYTES];
    private int length;

    public RowFormatWarmUp(RowFormat format) {
        this.format = format;
    }

    @Override
    public void accept(Attempt attempt) {
        if (page.length - length < format.longestRow()) {
            length = 0;
        }
        length = format.append(attempt, page, length);
    }
}
