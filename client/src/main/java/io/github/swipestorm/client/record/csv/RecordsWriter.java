package io.github.swipestorm.client.record.csv;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.clock.RunClock;
import io.github.swipestorm.client.record.Attempt;
import io.github.swipestorm.client.record.AttemptSink;
import io.github.swipestorm.client.record.RecordsFileStatus;
import io.github.swipestorm.client.record.RecordsPolicy;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Streams the per-request CSV during the run. The collector's thread formats rows into pages, which a second thread
 * writes; so neither workers nor the counting ever wait for a disk, unless the policy requires it. When writing fails,
 * the run continues and the status says what is missing; the file ends with a complete row.
 */
public final class RecordsWriter implements AttemptSink {

    private final NanoClock clock;
    private final RowFormat format;
    private final RecordsPolicy policy;
    private final PageWriter pages;
    private PageWriter.Page page;
    private long missing;

    /**
     * Creates the file, with its header.
     *
     * @param file compressed when its name ends in {@code .gz}
     * @throws IOException when the file cannot be created, or exists
     */
    public RecordsWriter(Path file, RecordsPolicy policy, RunClock clock, RowFormat format) throws IOException {
        this(new RowFile(file, format.header()), policy, clock, format);
    }

    RecordsWriter(RowFile file, RecordsPolicy policy, NanoClock clock, RowFormat format) {
        this.clock = clock;
        this.format = format;
        this.policy = policy;
        this.pages = new PageWriter(file, clock);
    }

    @Override
    public void accept(Attempt attempt) {
        if (page != null && page.room() < format.longestRow()) {
            pages.write(page);
            page = null;
        }
        if (page == null) {
            page = policy == RecordsPolicy.BLOCK ? pages.awaitEmpty() : pages.empty();
        }
        if (page == null) {
            missing++;
            return;
        }
        page.append(format, attempt);
    }

    /** The thread that writes to the disk. */
    public Thread thread() {
        return pages.thread();
    }

    /** Queues a page once it is half a second old, so that little is lost when the process is killed. */
    @Override
    public void endOfRound() {
        if (page != null && page.isOld(clock.nanoTime())) {
            pages.write(page);
            page = null;
        }
    }

    /** Writes the remaining rows and closes the file. Call it after the last attempt, from any thread. */
    public RecordsFileStatus finish() {
        if (page != null) {
            pages.write(page);
            page = null;
        }
        RecordsFileStatus written = pages.close();
        return new RecordsFileStatus(written.file(), written.rows(), written.missing() + missing, written.problem());
    }
}
