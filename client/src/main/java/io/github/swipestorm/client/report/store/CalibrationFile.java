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

/** Keeps a {@link Calibration} as JSON. */
public final class CalibrationFile {

    /** Where it is looked for: beside the runs, from the directory that the client was started in. */
    public static final Path USUAL = Path.of("results", "calibration.json");

    private static final JsonMapper JSON =
            JsonMapper.builder().enable(SerializationFeature.INDENT_OUTPUT).build();

    private CalibrationFile() {}

    /**
     * Writes it, over an earlier one; the directory is made if it is not there.
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

    /** What a file holds, if it holds a calibration of this machine and JVM; anything else is as good as none. */
    public static Optional<Calibration> readForThisMachine(Path file) {
        try {
            return Optional.of(JSON.readValue(Files.readString(file), Calibration.class))
                    .filter(calibration -> calibration.machine().equals(HostFingerprint.current()));
        } catch (IOException | JacksonException | NullPointerException e) {
            return Optional.empty();
        }
    }
}
