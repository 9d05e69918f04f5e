package io.github.swipestorm.client.report.store;

import io.github.swipestorm.client.verdict.Calibration;
import io.github.swipestorm.client.verdict.HostFingerprint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** Stores a {@link Calibration} as JSON. */
public final class CalibrationFile {

    /** The default path: beside the runs, relative to the client's working directory. */
    public static final Path USUAL = Path.of("results", "calibration.json");

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private CalibrationFile() {}

    /**
     * Writes it, replacing an earlier one; creates the directory if needed.
     *
     * @throws IOException when that fails
     */
    public static void write(Path file, Calibration calibration) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        if (directory != null) {
            Files.createDirectories(directory);
        }
        AtomicFile.write(file, JSON.writeValueAsString(calibration) + "\n");
    }

    /** The content of a file if it is a calibration of this machine and JVM; otherwise empty. */
    public static Optional<Calibration> readForThisMachine(Path file) {
        try {
            return Optional.of(JSON.readValue(Files.readString(file), Calibration.class))
                    .filter(calibration -> calibration.machine().equals(HostFingerprint.current()));
        } catch (IOException | JacksonException | NullPointerException e) {
            return Optional.empty();
        }
    }
}
