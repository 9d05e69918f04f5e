package io.github.swipestorm.client.record.csv;

import io.github.swipestorm.client.record.DiskUse;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.Supplier;
import java.util.zip.GZIPOutputStream;

/**
 * A file, compressed when its name ends in {@code .gz}, that ends with a complete row even when the disk is full. Not
 * thread-safe.
 */
final class RowFile implements AutoCloseable {

    private final Path path;
    private final SeekableByteChannel channel;
    private final Supplier<DiskUse> space;
    private final OutputStream out;
    private final boolean compressed;
    private long wholeRowsEnd;
    private int lastWhole;
    private boolean broken;

    /** Creates the file; fails if it exists. */
    RowFile(Path path, byte[] header) throws IOException {
        this(
                path,
                FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                () -> DiskUse.of(path),
                header);
    }

    /** Writes through an open channel to a disk that has this space. */
    RowFile(Path path, SeekableByteChannel channel, Supplier<DiskUse> space, byte[] header) throws IOException {
        this.path = path;
        this.space = space;
        this.channel = channel;
        this.compressed = path.toString().endsWith(".gz");
        OutputStream raw = new ChannelStream();
        // Flushing the compressor with each page keeps the file readable up to there when the process is killed.
        this.out = compressed ? new GZIPOutputStream(raw, 64 * 1024, true) : raw;
        append(header, header.length);
    }

    Path path() {
        return path;
    }

    /**
     * Appends complete rows.
     *
     * @throws IOException when they could not all be written; the file has then been truncated to its last complete row
     */
    void append(byte[] rows, int length) throws IOException {
        lastWhole = 0;
        try {
            // A deleted file would accept rows for ever and keep none.
            if (!exists()) {
                throw new IOException("the file was deleted while it was being written");
            }
            out.write(rows, 0, length);
            out.flush();
            wholeRowsEnd = channel.position();
        } catch (IOException e) {
            cutBack(rows, length);
            throw e;
        }
    }

    /**
     * Checks that the disk has space for more rows and then for the report of the run.
     *
     * @throws IOException when it has not
     */
    void requireSpace(int bytes) throws IOException {
        DiskUse now = space.get();
        if (now.total() > 0 && bytes > now.forRows()) {
            throw new IOException("the disk is nearly full, " + now.free() / 1_000 + " kB of " + now.total() / 1_000
                    + " kB are free, which are kept for the report");
        }
    }

    /** Whether the file still exists under its name. */
    boolean exists() {
        return Files.exists(path);
    }

    /** How many rows of the last failed {@link #append} are in the file. */
    int wholeRowsOf(byte[] rows, int length) {
        int count = 0;
        for (int i = 0; i < Math.min(lastWhole, length); i++) {
            count += rows[i] == '\n' ? 1 : 0;
        }
        return count;
    }

    private void cutBack(byte[] rows, int length) {
        broken = true;
        try {
            if (!compressed) {
                int written = (int) (channel.size() - wholeRowsEnd);
                lastWhole = Math.min(written, length);
                while (lastWhole > 0 && rows[lastWhole - 1] != '\n') {
                    lastWhole--;
                }
            }
            channel.truncate(wholeRowsEnd + lastWhole);
        } catch (IOException e) {
            // Nothing more can be done; readers ignore an incomplete row.
            lastWhole = 0;
        }
    }

    @Override
    public void close() throws IOException {
        try {
            // A compressor that lost bytes must not append its last ones after the truncation.
            if (!broken) {
                out.close();
            }
        } finally {
            channel.close();
        }
    }

    private final class ChannelStream extends OutputStream {

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            ByteBuffer buffer = ByteBuffer.wrap(bytes, offset, length);
            while (buffer.hasRemaining()) {
                channel.write(buffer);
            }
        }
    }
}
