package io.github.swipestorm.cluster;

import io.github.swipestorm.client.record.RecordingSettings;
import io.github.swipestorm.client.record.RecordsPolicy;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/** The rows of a share: in a temporary directory until the coordinator has fetched them, or in a file that stays on the agent. */
final class AgentRecords {

    /** One message should not hold up the next ones for long. */
    static final int PART = 256 << 10;

    private static final String ROWS = "records.csv";

    private final Path directory;
    private final String name;
    private final RecordsPolicy policy;
    private final boolean stay;

    /**
     * What there is to fetch.
     *
     * @param bytes 0 for nothing
     * @param sha256 of the bytes, in hexadecimal digits
     * @param problem why there is nothing, though there should be; empty for none
     * @param file that stays on the agent; empty for none
     */
    record Summary(long bytes, String sha256, String problem, String file) {

        static final Summary NOTHING = new Summary(0, "", "", "");
    }

    private AgentRecords(Path directory, String name, RecordsPolicy policy, boolean stay) {
        this.directory = directory;
        this.name = name;
        this.policy = policy;
        this.stay = stay;
    }

    /** Rows that the coordinator fetches. */
    static AgentRecords toFetch(RecordsPolicy policy) throws IOException {
        return new AgentRecords(Files.createTempDirectory("swipestorm-agent"), ROWS, policy, false);
    }

    /** Rows that stay in a directory, which is made. */
    static AgentRecords toStay(Path directory, RecordsPolicy policy) throws IOException {
        return new AgentRecords(Files.createDirectories(directory).toAbsolutePath(), ROWS + ".gz", policy, true);
    }

    RecordingSettings settings() {
        return new RecordingSettings(Optional.of(directory), Optional.of(name), policy);
    }

    private Path compressed() {
        return directory.resolve(ROWS + ".gz");
    }

    /** Compresses what a run has written, unless it stays here. */
    Summary summary() {
        if (stay) {
            return new Summary(0, "", "", directory.resolve(name).toString());
        }
        Path rows = directory.resolve(ROWS);
        try {
            try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(compressed()), 1 << 16)) {
                Files.copy(rows, out);
            }
            Files.delete(rows);
            return new Summary(Files.size(compressed()), sha256(compressed()), "", "");
        } catch (IOException e) {
            return new Summary(0, "", "cannot write " + compressed() + ": " + e, "");
        }
    }

    /** The bytes from an offset on, at most {@link #PART}. */
    byte[] part(long offset) throws IOException {
        try (RandomAccessFile file = new RandomAccessFile(compressed().toFile(), "r")) {
            byte[] bytes = new byte[(int) Math.min(PART, Math.max(0, file.length() - offset))];
            file.seek(offset);
            file.readFully(bytes);
            return bytes;
        }
    }

    static String sha256(Path file) throws IOException {
        try (DigestInputStream in =
                new DigestInputStream(Files.newInputStream(file), MessageDigest.getInstance("SHA-256"))) {
            in.transferTo(OutputStream.nullOutputStream());
            return HexFormat.of().formatHex(in.getMessageDigest().digest());
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Deletes the rows, unless they are to stay. */
    void delete() {
        if (stay) {
            return;
        }
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.deleteIfExists(file);
            }
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            // A temporary directory: the system removes it.
        }
    }
}
