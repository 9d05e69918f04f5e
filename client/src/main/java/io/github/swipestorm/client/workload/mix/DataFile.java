package io.github.swipestorm.client.workload.mix;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.opencsv.RFC4180Parser;
import io.github.swipestorm.client.setting.PlanFiles;
import io.github.swipestorm.client.workload.IndexedRandom;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReferenceArray;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/**
 * The rows of a CSV file (RFC 4180, with a header) or of a file with a JSON object in each line, in UTF-8. The whole file
 * is read and checked once; then only the places are kept where blocks of rows begin, and the rows of as many blocks as
 * fit into an eighth of the heap. Thread-safe; the file must not change.
 */
final class DataFile {

    private static final int BLOCK_BYTES = 32 * 1024;
    private static final int SHARE_OF_HEAP = 8;
    private static final int MOST_ROW_BYTES = 16 << 20;
    /** Numbers keep their digits. */
    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private final Path file;
    /** Null for a file that is read from disk as rows are needed. */
    private final byte[] content;

    private final boolean json;
    private final DataOrder order;
    private final List<String> columns;
    private final long rows;
    /** Where each block begins, and after the last one the end of the file. */
    private final long[] offsets;
    /** The first row of each block, and after the last one the number of rows. */
    private final long[] firstRows;

    private final AtomicReferenceArray<Block> cache;

    /** Rows as they are needed: each cell's text, one after the other, and where each ends. */
    private record Block(int number, long firstRow, long endRow, byte[] texts, int[] ends) {}

    /**
     * Opens a file.
     *
     * @throws IllegalArgumentException with a user-facing message when it cannot be used
     */
    static DataFile open(Path file, DataOrder order, PlanFiles files) {
        return open(file, order, files, Runtime.getRuntime().maxMemory() / SHARE_OF_HEAP / (2 * BLOCK_BYTES));
    }

    /** @param mostBlocks that are kept */
    static DataFile open(Path file, DataOrder order, PlanFiles files, long mostBlocks) {
        String name =
                file.getFileName() == null ? "" : file.getFileName().toString().toLowerCase(Locale.ROOT);
        boolean json = name.endsWith(".jsonl") || name.endsWith(".ndjson");
        if (!json && !name.endsWith(".csv")) {
            throw new IllegalArgumentException("'" + file
                    + "' is neither CSV nor JSON lines: give it a name that ends with .csv, .jsonl or .ndjson");
        }
        try {
            return new DataFile(file, json, order, files, mostBlocks);
        } catch (IOException e) {
            throw PlanFiles.unreadable(file, "name a file, relative to the workload's file", e);
        }
    }

    private DataFile(Path file, boolean json, DataOrder order, PlanFiles files, long mostBlocks) throws IOException {
        this.file = file;
        this.content = files.inMemory(file).orElse(null);
        this.json = json;
        this.order = order;
        Scan scan = new Scan();
        try (InputStream in = files.open(file)) {
            scan.read(in);
        }
        columns = scan.header;
        rows = scan.rows;
        if (columns == null || rows == 0) {
            throw new IllegalArgumentException("'" + file + "' has no rows"
                    + (json ? ": write a JSON object in each line" : ": write the columns' names and then rows"));
        }
        offsets = scan.offsets.stream().mapToLong(Long::longValue).toArray();
        firstRows = scan.firstRows.stream().mapToLong(Long::longValue).toArray();
        cache = new AtomicReferenceArray<>((int) Math.max(1, Math.min(offsets.length - 1, mostBlocks)));
    }

    List<String> columns() {
        return columns;
    }

    long rows() {
        return rows;
    }

    DataOrder order() {
        return order;
    }

    /** A reader for one thread. */
    Cursor cursor(long seed) {
        return new Cursor(seed);
    }

    /** The row that a request has. */
    long row(long index, IndexedRandom random) {
        long row = Math.floorMod(index, rows);
        return order == DataOrder.SHUFFLED ? shuffled(row, Math.floorDiv(index, rows), random) : row;
    }

    /**
     * A random permutation of the rows: a Feistel network with four rounds permutes the numbers of an even number of bits,
     * and what is no row is permuted again until it is one (Black, Rogaway: "Ciphers with arbitrary finite domains",
     * CT-RSA 2002).
     */
    private long shuffled(long row, long round, IndexedRandom random) {
        int half = Math.max(1, (65 - Long.numberOfLeadingZeros(rows - 1)) / 2);
        long mask = (1L << half) - 1;
        random.startAt(round);
        long key = random.next();
        long at = row;
        do {
            long left = at >>> half;
            long right = at & mask;
            for (int i = 0; i < 4; i++) {
                random.startAt(key + (right << 2) + i);
                long next = left ^ random.next() & mask;
                left = right;
                right = next;
            }
            at = left << half | right;
        } while (at >= rows);
        return at;
    }

    private Block blockOf(long row) {
        int found = Arrays.binarySearch(firstRows, row);
        int number = found >= 0 ? found : -found - 2;
        int slot = number % cache.length();
        Block block = cache.get(slot);
        if (block == null || block.number != number) {
            block = load(number);
            cache.set(slot, block);
        }
        return block;
    }

    private Block load(int number) {
        byte[] bytes = bytes(offsets[number], offsets[number + 1]);
        RFC4180Parser parser = new RFC4180Parser();
        Bytes texts = new Bytes();
        int[] ends = new int[Math.toIntExact((firstRows[number + 1] - firstRows[number]) * columns.size())];
        int cell = 0;
        RowEnds rowEnds = new RowEnds(json);
        int begin = 0;
        for (int i = 0; i <= bytes.length; i++) {
            if (i == bytes.length ? begin < i : rowEnds.isEnd(bytes[i])) {
                String row = new String(bytes, begin, i - begin, UTF_8);
                begin = i + 1;
                if (!row.isBlank()) {
                    for (String text : cells(row, parser)) {
                        texts.put(text.getBytes(UTF_8));
                        ends[cell++] = texts.length;
                    }
                }
            }
        }
        return new Block(number, firstRows[number], firstRows[number + 1], texts.copy(), ends);
    }

    private byte[] bytes(long from, long to) {
        if (content != null) {
            return Arrays.copyOfRange(content, Math.toIntExact(from), Math.toIntExact(to));
        }
        byte[] bytes = new byte[Math.toIntExact(to - from)];
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer into = ByteBuffer.wrap(bytes);
            while (into.hasRemaining()) {
                if (channel.read(into, from + into.position()) < 0) {
                    throw new IOException("it has become shorter");
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("'" + file + "' cannot be read any more: " + e.getMessage(), e);
        }
        return bytes;
    }

    private List<String> cells(String row, RFC4180Parser parser) {
        return json ? ofObject(row) : ofLine(row, parser);
    }

    private static List<String> ofLine(String row, RFC4180Parser parser) {
        try {
            String line = row.endsWith("\r") ? row.substring(0, row.length() - 1) : row;
            return List.of(parser.parseLine(line));
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private List<String> ofObject(String row) {
        JsonNode object = JSON.readTree(row);
        return columns.stream().map(name -> text(object.get(name))).toList();
    }

    private static String text(JsonNode value) {
        return value.isString() ? value.stringValue() : value.toString();
    }

    /** Finds the ends of lines that are ends of rows. */
    private static final class RowEnds {

        private final boolean json;
        private boolean quoted;

        private RowEnds(boolean json) {
            this.json = json;
        }

        private boolean isEnd(int b) {
            quoted ^= b == '"' && !json;
            return b == '\n' && !quoted;
        }
    }

    /** The first reading of the file, which finds everything that is wrong with it. */
    private final class Scan {

        private final RowEnds ends = new RowEnds(json);
        private final List<Long> offsets = new ArrayList<>();
        private final List<Long> firstRows = new ArrayList<>();
        private final Bytes row = new Bytes();
        private final RFC4180Parser parser = new RFC4180Parser();
        private List<String> header;
        private long rows;
        private long line = 1;

        private void read(InputStream in) throws IOException {
            byte[] chunk = new byte[1 << 16];
            long at = 0;
            long begin = 0;
            long lines = 0;
            for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                int from = 0;
                for (int i = 0; i < count; i++) {
                    lines += chunk[i] == '\n' ? 1 : 0;
                    if (ends.isEnd(chunk[i])) {
                        row.put(chunk, from, i);
                        take(begin);
                        row.clear();
                        from = i + 1;
                        begin = at + from;
                        line = lines + 1;
                    }
                }
                row.put(chunk, from, count);
                at += count;
                if (row.length > MOST_ROW_BYTES) {
                    throw refuse("a row is longer than " + (MOST_ROW_BYTES >> 20) + " MiB: "
                            + (json ? "write each object in one line" : "look for a quote that is not closed"));
                }
            }
            if (ends.quoted) {
                throw refuse("a quote is not closed: write a quote in a cell as two, and the cell in quotes");
            }
            take(begin);
            offsets.add(at);
            firstRows.add(rows);
        }

        private void take(long begin) {
            String text = decoded();
            if (line == 1 && text.startsWith("\uFEFF")) {
                text = text.substring(1);
            }
            if (text.isBlank()) {
                return;
            }
            if (json) {
                checkObject(text);
            } else if (header == null) {
                header = header(text);
                return;
            } else {
                checkLine(text);
            }
            if (offsets.isEmpty() || begin - offsets.get(offsets.size() - 1) >= BLOCK_BYTES) {
                offsets.add(begin);
                firstRows.add(rows);
            }
            rows++;
        }

        private String decoded() {
            try {
                return UTF_8.newDecoder()
                        .decode(ByteBuffer.wrap(row.array, 0, row.length))
                        .toString();
            } catch (CharacterCodingException e) {
                throw refuse("it is not UTF-8 text: save the file as UTF-8");
            }
        }

        private List<String> header(String text) {
            List<String> names =
                    ofLine(text, parser).stream().map(String::strip).toList();
            if (names.stream().distinct().count() < names.size() || names.contains("")) {
                throw refuse("the first line must have a name of its own for each column");
            }
            return names;
        }

        private void checkLine(String text) {
            int cells;
            try {
                cells = ofLine(text, parser).size();
            } catch (IllegalArgumentException e) {
                throw refuse("it is not CSV: " + e.getMessage());
            }
            if (cells != header.size()) {
                throw refuse("there are " + cells + " cells, and the first line names " + header.size()
                        + " columns: write a cell for each, and one with a comma or line break in quotes");
            }
        }

        private void checkObject(String text) {
            JsonNode object;
            try {
                object = JSON.readTree(text);
            } catch (JacksonException e) {
                throw refuse("it is not JSON: " + e.getOriginalMessage());
            }
            if (!object.isObject()) {
                throw refuse("it is not a JSON object such as {\"name\": \"value\"}");
            }
            if (header == null) {
                header = List.copyOf(object.propertyNames());
            }
            for (String name : header) {
                if (object.get(name) == null) {
                    throw refuse("'" + name + "' is missing, which the first line has: give it a value");
                }
            }
        }

        private IllegalArgumentException refuse(String reason) {
            return new IllegalArgumentException(file + ":" + line + ": " + reason);
        }
    }

    /** Reads cells of the rows of one request after the other. Not thread-safe. */
    final class Cursor {

        private final IndexedRandom random;
        private long lastIndex = -1;
        private long row;
        private Block block;

        private Cursor(long seed) {
            random = new IndexedRandom(seed);
        }

        void put(long index, int column, Escape escape, Bytes out) {
            if (index != lastIndex || block == null) {
                row = row(index, random);
                lastIndex = index;
                if (block == null || row < block.firstRow || row >= block.endRow) {
                    block = blockOf(row);
                }
            }
            int cell = (int) (row - block.firstRow) * columns.size() + column;
            escape.put(block.texts, cell == 0 ? 0 : block.ends[cell - 1], block.ends[cell], out);
        }
    }
}
