package io.github.swipestorm.client.telemetry;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A small text file of the proc file system. It is opened once and read again from its beginning each time, which costs
 * a few microseconds.
 */
final class SystemFile implements AutoCloseable {

    private static final int LARGEST = 4 * 1024 * 1024;

    private static final int MOST_DIGITS = 18;

    /** Number of descriptors that these files hold in this process. */
    private static final AtomicInteger OPEN = new AtomicInteger();

    private final Path path;
    private RandomAccessFile file;
    private byte[] bytes = new byte[4 * 1024];

    SystemFile(Path path) {
        this.path = path;
    }

    /**
     * Its text as it is now.
     *
     * @throws IOException when it cannot be read
     */
    String read() throws IOException {
        if (file == null) {
            file = new RandomAccessFile(path.toFile(), "r");
            OPEN.incrementAndGet();
        }
        file.seek(0);
        int length = 0;
        for (int got = file.read(bytes, 0, bytes.length); got > 0; got = file.read(bytes, length, room(length))) {
            length += got;
        }
        return new String(bytes, 0, length, ISO_8859_1);
    }

    private int room(int length) throws IOException {
        if (length == bytes.length) {
            if (length >= LARGEST) {
                throw new IOException(path + " is not a small file");
            }
            bytes = Arrays.copyOf(bytes, 2 * length);
        }
        return bytes.length - length;
    }

    /**
     * The number after a label at the beginning of a line of a text. Called hundreds of times per sample, and code that
     * runs once a second is hardly ever compiled, so it uses no streams or patterns.
     *
     * @return empty when there is no such line, or no number of at most 18 digits
     */
    static OptionalLong numberAfter(String text, String word) {
        int at = beginOf(text, word);
        if (at < 0) {
            return OptionalLong.empty();
        }
        int from = at + word.length();
        while (from < text.length() && (text.charAt(from) == ' ' || text.charAt(from) == '\t')) {
            from++;
        }
        int to = from;
        while (to < text.length() && text.charAt(to) >= '0' && text.charAt(to) <= '9') {
            to++;
        }
        return to == from || to - from > MOST_DIGITS
                ? OptionalLong.empty()
                : OptionalLong.of(Long.parseLong(text, from, to, 10));
    }

    /** The rest of the line of a text that begins with a label. */
    static Optional<String> lineAfter(String text, String word) {
        int at = beginOf(text, word);
        if (at < 0) {
            return Optional.empty();
        }
        int end = text.indexOf('\n', at);
        return Optional.of(text.substring(at + word.length(), end < 0 ? text.length() : end)
                .strip());
    }

    /** The start of the line that begins with a label; -1 when none does. */
    private static int beginOf(String text, String word) {
        for (int at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
            if (at == 0 || text.charAt(at - 1) == '\n') {
                return at;
            }
        }
        return -1;
    }

    /** The whole text of a file that is read only once. */
    static String once(Path path) throws IOException {
        return Files.readString(path, ISO_8859_1);
    }

    /** How many of these files are open in this process; they are opened and closed during a run. */
    static int open() {
        return OPEN.get();
    }

    @Override
    public void close() {
        if (file != null) {
            OPEN.decrementAndGet();
            try {
                file.close();
            } catch (IOException e) {
                // It was only read.
            }
            file = null;
        }
    }
}
