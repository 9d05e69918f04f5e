package io.github.swipestorm.client.record;

/**
 * Makes rows and throws them away: what a run will need is compiled before its clock starts. For the collector's thread.
 */
final class RowRehearsal implements AttemptSink {

    private static final int PAGE_BYTES = 128 * 1024;

    private final RowFormat format;
    private final byte[] page = new byte[PAGE_BYTES];
    private int length;

    RowRehearsal(RowFormat format) {
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
