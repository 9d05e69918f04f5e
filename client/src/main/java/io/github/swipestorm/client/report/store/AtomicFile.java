package io.github.swipestorm.client.report.store;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes a file under a temporary name and then renames it, so that readers never see an incomplete file. */
public final class AtomicFile {

    private AtomicFile() {}

    /** Writes a text in UTF-8. On failure an earlier file remains as it was. */
    public static void write(Path file, String text) throws IOException {
        write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /** Writes bytes. On failure an earlier file remains as it was. */
    public static void write(Path file, byte[] content) throws IOException {
        Path temporary = file.resolveSibling(file.getFileName() + ".tmp");
        try {
            Files.write(temporary, content);
            Files.move(temporary, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            // A partial file on a full disk is useless, and other files need the space.
            Files.deleteIfExists(temporary);
            throw e;
        }
    }
}
