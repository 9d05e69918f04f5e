package io.github.swipestorm.client.record.csv;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.swipestorm.client.record.RecordsFileStatus;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Merges the per-request CSVs of several agents into one, by the instant at which attempts were done: the order in which each file
 * has them. Agents date their rows by the same start, and number requests and workers as the whole run does, so that the
 * file is as if one machine had written it. Streams: memory for one row of each file.
 */
public final class MergedRecords {

    private static final byte[] FIRST_COLUMNS = "start_us,method,latency_us,".getBytes(UTF_8);
    private static final int PAGE = 128 * 1024;

    private MergedRecords() {}

    /**
     * Writes all complete rows of some files into one.
     *
     * @param parts files of one run with the same columns, each plain or compressed with gzip; at least one
     * @param into the new file, compressed when its name ends in {@code .gz}
     * @param attempts that were counted: those without a row are missing
     * @return the state of the new file; when the disk was full, it ends with a complete row and says so
     * @throws BadRecordsException when one of the files does not have the rows of an agent
     * @throws IOException when one cannot be read, or the new one cannot be created
     */
    public static RecordsFileStatus merge(List<Path> parts, Path into, long attempts) throws IOException {
        List<Rows> open = new ArrayList<>();
        try {
            for (Path part : parts) {
                open.add(new Rows(part));
            }
            byte[] header = open.get(0).row();
            for (Rows rows : open) {
                if (!Arrays.equals(header, rows.row())) {
                    throw new BadRecordsException(rows.file, 1, "its columns are not those of the other files");
                }
            }
            PriorityQueue<Rows> next = new PriorityQueue<>(Comparator.comparingLong((Rows rows) -> rows.doneUs));
            for (Rows rows : open) {
                if (rows.next()) {
                    next.add(rows);
                }
            }
            RowFile file = new RowFile(into, header);
            try (file) {
                return merge(next, file, attempts);
            } catch (IOException e) {
                // A part that cannot be read: half of the rows would look like all of them.
                Files.deleteIfExists(into);
                throw e;
            }
        } finally {
            for (Rows rows : open) {
                rows.close();
            }
        }
    }

    private static RecordsFileStatus merge(PriorityQueue<Rows> next, RowFile file, long attempts) throws IOException {
        byte[] page = new byte[PAGE];
        int length = 0;
        long written = 0;
        long inPage = 0;
        while (!next.isEmpty() || length > 0) {
            Rows rows = next.peek();
            if (rows == null || length > 0 && length + rows.length > page.length) {
                try {
                    file.requireSpace(length);
                    file.append(page, length);
                } catch (IOException e) {
                    long rest = written + file.wholeRowsOf(page, length);
                    return new RecordsFileStatus(
                            file.path(),
                            rest,
                            attempts - rest,
                            Optional.of(
                                    "cannot merge the agents' records into " + file.path() + ": " + e.getMessage()));
                }
                written += inPage;
                length = 0;
                inPage = 0;
                continue;
            }
            if (rows.length > page.length) {
                page = new byte[rows.length];
            }
            System.arraycopy(rows.bytes, 0, page, length, rows.length);
            length += rows.length;
            inPage++;
            next.poll();
            if (rows.next()) {
                next.add(rows);
            }
        }
        return new RecordsFileStatus(file.path(), written, attempts - written, Optional.empty());
    }

    /** The rows of one file, one at a time. */
    private static final class Rows implements Closeable {

        private final Path file;
        private final TruncatedInput in;
        private final byte[] buffer = new byte[1 << 16];
        private int at;
        private int limit;
        private byte[] bytes = new byte[512];
        private int length;
        private long line;
        private long doneUs;

        private Rows(Path file) throws IOException {
            this.file = file;
            this.in = TruncatedInput.of(Files.newInputStream(file));
            boolean header = read() && startsWith(FIRST_COLUMNS);
            if (!header) {
                in.close();
                throw new BadRecordsException(file, 1, "it does not begin with the columns of an agent's records");
            }
        }

        private boolean startsWith(byte[] columns) {
            return length >= columns.length && Arrays.equals(bytes, 0, columns.length, columns, 0, columns.length);
        }

        private byte[] row() {
            return Arrays.copyOf(bytes, length);
        }

        /** Goes to the next complete row; false at the end. */
        private boolean next() throws IOException {
            if (!read()) {
                return false;
            }
            doneUs = number(0) + number(after(after(0)));
            return true;
        }

        private long number(int from) throws BadRecordsException {
            long number = 0;
            int i = from;
            for (; i < length && bytes[i] >= '0' && bytes[i] <= '9'; i++) {
                number = 10 * number + bytes[i] - '0';
            }
            if (i == from || i == length || bytes[i] != ',') {
                throw new BadRecordsException(file, line, "its start or its latency is not a number");
            }
            return number;
        }

        /** The place after the next comma. */
        private int after(int from) {
            int i = from;
            while (i < length && bytes[i] != ',') {
                i++;
            }
            return i + 1;
        }

        /** Reads up to a line break outside quotation marks; false when there is none. */
        private boolean read() throws IOException {
            length = 0;
            line++;
            boolean quoted = false;
            while (true) {
                if (at == limit) {
                    limit = in.read(buffer, 0, buffer.length);
                    at = 0;
                    if (limit <= 0) {
                        limit = 0;
                        return false;
                    }
                }
                byte next = buffer[at++];
                if (length == bytes.length) {
                    if (length > RowScanner.LONGEST_ROW) {
                        throw new BadRecordsException(file, line, "it is too long");
                    }
                    bytes = Arrays.copyOf(bytes, 2 * length);
                }
                bytes[length++] = next;
                quoted ^= next == '"';
                if (next == '\n' && !quoted) {
                    return true;
                }
            }
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
