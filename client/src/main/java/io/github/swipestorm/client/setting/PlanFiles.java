package io.github.swipestorm.client.setting;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where the content of the files comes from that a plan names: from this machine's disk, or, for a plan of another machine, from
 * memory; and what a user is told of a file that cannot be read. Immutable and thread-safe.
 */
public final class PlanFiles {

    /** The files of this machine. */
    public static final PlanFiles ON_DISK = new PlanFiles(Optional.empty());

    /** Empty for the files of this machine. */
    private final Optional<Map<Path, byte[]>> contents;

    private PlanFiles(Optional<Map<Path, byte[]>> contents) {
        this.contents = contents;
    }

    /**
     * Files in memory only: a plan that another machine sent must not read files of this one.
     *
     * @param contents by the paths that the plan has; the arrays are not copied
     */
    public static PlanFiles of(Map<Path, byte[]> contents) {
        return new PlanFiles(Optional.of(Map.copyOf(contents)));
    }

    /**
     * The content of a file that is in memory, which must not be changed; empty when files are on disk.
     *
     * @throws NoSuchFileException when files are in memory, and this one is not among them
     */
    public Optional<byte[]> inMemory(Path file) throws IOException {
        if (contents.isEmpty()) {
            return Optional.empty();
        }
        byte[] content = contents.get().get(file);
        if (content == null) {
            throw new NoSuchFileException(file.toString());
        }
        return Optional.of(content);
    }

    /**
     * The text of a file of this machine, in UTF-8.
     *
     * @param advice what to do when there is no such file, for example {@code name a workload file}
     * @throws IllegalArgumentException with a user-facing line when it cannot be read
     */
    public static String text(Path file, String advice) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw unreadable(file, advice, e);
        }
    }

    /**
     * The refusal of a file, with a user-facing line like {@code 'a.yaml' is not there: name a workload file}.
     *
     * @param advice what to do, unless the text is not UTF-8, which has an advice of its own
     * @param failure of reading it
     */
    public static IllegalArgumentException unreadable(Path file, String advice, IOException failure) {
        boolean coding = failure instanceof CharacterCodingException;
        return new IllegalArgumentException(
                "'" + file + "' " + whyUnreadable(file, failure) + ": " + (coding ? "save it as UTF-8" : advice),
                failure);
    }

    /**
     * Why a file cannot be read: words that continue a sentence about it, for example {@code is not there}.
     *
     * @param failure of reading it
     */
    public static String whyUnreadable(Path file, IOException failure) {
        if (failure instanceof NoSuchFileException) {
            return "is not there";
        }
        if (failure instanceof CharacterCodingException) {
            return "is not UTF-8 text";
        }
        return Files.isDirectory(file) ? "is a directory" : "cannot be read (" + failure + ")";
    }

    /** The content of a file. */
    public byte[] read(Path file) throws IOException {
        Optional<byte[]> content = inMemory(file);
        return content.isPresent() ? content.get().clone() : Files.readAllBytes(file);
    }

    /** Opens a file. */
    public InputStream open(Path file) throws IOException {
        Optional<byte[]> content = inMemory(file);
        return content.isPresent() ? new ByteArrayInputStream(content.get()) : Files.newInputStream(file);
    }
}
