package io.github.swipestorm.client.telemetry;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A small text file in which the system tells something. It is opened once and read again from its beginning each time,
 * which costs a few microseconds.
 */
final class SystemFile implements AutoCloseable {

    private static final int LARGEST = 4 * 1024 * 1024;

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
                throw new IOException(path + " is no small file");
            }
            bytes = Arrays.copyOf(bytes, 2 * length);
        }
        return bytes.length - length;
    }

    /** The number that stands behind a word at the beginning of a line of a text. */
    static OptionalLong numberAfter(String text, String word) {
        return lineAfter(text, word).stream()
                .map(line -> line.split("\\s+")[0])
                .filter(number -> number.matches("\\d{1,18}"))
                .mapToLong(Long::parseLong)
                .findFirst();
    }

    /** The rest of the line of a text that begins with a word. */
    static Optional<String> lineAfter(String text, String word) {
        int at = text.startsWith(word) ? 0 : text.indexOf("\n" + word) + 1;
        if (at == 0 && !text.startsWith(word)) {
            return Optional.empty();
        }
        int end = text.indexOf('\n', at);
        return Optional.of(text.substring(at + word.length(), end < 0 ? text.length() : end)
                .strip());
    }

    /** The whole text of a file that is read only once. */
    static String once(Path path) throws IOException {
        return Files.readString(path, ISO_8859_1);
    }

    @Override
    public void close() {
        if (file != null) {
            try {
                file.close();
            } catch (IOException e) {
                // It was only read.
            }
        }
    }
}
