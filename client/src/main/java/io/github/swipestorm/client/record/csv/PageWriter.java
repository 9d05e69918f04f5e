package io.github.swipestorm.client.record.csv;

import io.github.swipestorm.client.clock.NanoClock;
import io.github.swipestorm.client.record.Attempt;
import io.github.swipestorm.client.record.RecordsFileStatus;
import io.github.swipestorm.client.setting.Setting;
import io.github.swipestorm.client.thread.DaemonThreads;
import io.github.swipestorm.client.thread.Uninterruptibles;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** Writes pages of rows on a dedicated thread. A few pages are recycled, so memory is bounded: 2 MiB. */
final class PageWriter {

    private static final int PAGE_BYTES = 128 * 1024;
    private static final int PAGES = 16;
    private static final long OLD_NANOS = 500_000_000;

    private final BlockingQueue<Page> empty = new ArrayBlockingQueue<>(PAGES);
    private final BlockingQueue<Page> full = new ArrayBlockingQueue<>(PAGES + 1);
    private final Page end = new Page(0);
    private final NanoClock clock;
    private final RowFile file;
    private final Thread thread = DaemonThreads.unstarted("swipestorm-records", this::writeAll);
    private long rows;
    private long missing;
    private String problem;

    PageWriter(RowFile file, NanoClock clock) {
        this.clock = clock;
        this.file = file;
        for (int i = 0; i < PAGES; i++) {
            empty.add(new Page(PAGE_BYTES));
        }
        thread.start();
    }

    Thread thread() {
        return thread;
    }

    /** A page to fill, or null when all are waiting to be written. */
    Page empty() {
        return start(empty.poll());
    }

    /** A page to fill, as soon as one is available. */
    Page awaitEmpty() {
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return start(empty.take());
                } catch (InterruptedException e) {
                    // The collector must not lose a row to an interrupt; the writer frees a page even if it fails.
                    interrupted = true;
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private Page start(Page page) {
        if (page != null) {
            page.bornNanos = clock.nanoTime();
        }
        return page;
    }

    /** Queues a page for writing; the caller must not change it any more. */
    void write(Page page) {
        // There is always space: there are no more pages than places in the queue.
        full.add(page);
    }

    /** Waits until everything is written and closes the file. */
    RecordsFileStatus close() {
        full.add(end);
        Uninterruptibles.join(thread);
        return new RecordsFileStatus(file.path(), rows, missing, Optional.ofNullable(problem));
    }

    private void writeAll() {
        try {
            for (Page page = full.take(); page != end; page = full.take()) {
                write(page.bytes, page.length, page.rows);
                page.clear();
                empty.add(page);
            }
        } catch (InterruptedException e) {
            fail(e);
        } finally {
            closeFile();
        }
    }

    private void closeFile() {
        try {
            file.close();
            if (!file.exists()) {
                throw new IOException("the file was deleted while it was being written");
            }
        } catch (IOException e) {
            fail(e);
        }
        if (!file.exists()) {
            missing += rows;
            rows = 0;
        }
    }

    private void write(byte[] bytes, int length, int count) {
        if (problem != null) {
            missing += count;
            return;
        }
        try {
            file.requireSpace(length);
            file.append(bytes, length);
            rows += count;
        } catch (IOException e) {
            fail(e);
            rows += file.wholeRowsOf(bytes, length);
            missing += count - file.wholeRowsOf(bytes, length);
        }
    }

    private void fail(Exception e) {
        if (problem == null) {
            problem = file.path() + ": " + (e.getMessage() == null ? e.toString() : e.getMessage())
                    + "; the run's other figures are whole. For all rows make room, choose another "
                    + Setting.OUTPUT + ", or a " + Setting.RECORDS + " name that ends in .gz";
        }
    }

    /** Rows that are written at once. */
    static final class Page {

        private final byte[] bytes;
        private int length;
        private int rows;
        private long bornNanos;

        private Page(int size) {
            bytes = new byte[size];
        }

        int room() {
            return bytes.length - length;
        }

        boolean isOld(long nanos) {
            return nanos - bornNanos > OLD_NANOS;
        }

        void append(RowFormat format, Attempt attempt) {
            length = format.append(attempt, bytes, length);
            rows++;
        }

        private void clear() {
            length = 0;
            rows = 0;
        }
    }
}
