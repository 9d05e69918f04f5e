package io.github.swipestorm.client.setting;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where the content of the files comes from that a plan names: from this machine's disk, or, for a plan of another machine, from
 * memory. Immutable and thread-safe.
 */
public final class PlanFiles {

    /** The files of this machine. */
    public static final PlanFiles ON_DISK = new PlanFiles(Map.of());

    private final Map<Path, byte[]> contents;

    private PlanFiles(Map<Path, byte[]> contents) {
        this.contents = Map.copyOf(contents);
    }

    /**
     * Files in memory; others are on disk.
     *
     * @param contents by the paths that the plan has; not copied
     */
    public static PlanFiles of(Map<Path, byte[]> contents) {
        return contents.isEmpty() ? ON_DISK : new PlanFiles(contents);
    }

    /** The content of a file that is in memory, which must not be changed; empty for one on disk. */
    public Optional<byte[]> inMemory(Path file) {
        return Optional.ofNullable(contents.get(file));
    }

    /** The content of a file. */
    public byte[] read(Path file) throws IOException {
        byte[] content = contents.get(file);
        return content == null ? Files.readAllBytes(file) : content.clone();
    }

    /** Opens a file. */
    public InputStream open(Path file) throws IOException {
        byte[] content = contents.get(file);
        return content == null ? Files.newInputStream(file) : new ByteArrayInputStream(content);
    }
}
