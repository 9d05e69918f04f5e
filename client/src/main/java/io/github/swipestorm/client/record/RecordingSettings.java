package io.github.swipestorm.client.record;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What a run writes to files.
 *
 * @param directory existing directory for the files; empty when nothing is written
 * @param recordsName name of the per-request CSV in it, compressed when it ends in {@code .gz}; empty for none; without
 *     a directory its rows are formatted and discarded
 * @param policy what happens to rows while the disk is too slow
 */
public record RecordingSettings(Optional<Path> directory, Optional<String> recordsName, RecordsPolicy policy) {

    /**
     * Checks the name.
     *
     * @throws IllegalArgumentException with a message for the user when the run itself writes a file of that name
     */
    public RecordingSettings {
        recordsName.ifPresent(RunFiles::requireFree);
    }

    /** Writes nothing; counts and latencies are kept as always. */
    public static final RecordingSettings NO_FILES =
            new RecordingSettings(Optional.empty(), Optional.empty(), RecordsPolicy.BLOCK);

    /** Does everything that a run with files does, without writing. */
    public RecordingSettings discarding() {
        return new RecordingSettings(Optional.empty(), Optional.of("discarded.csv"), policy);
    }

    /** Whether rows are formatted and discarded. */
    boolean discards() {
        return directory.isEmpty() && recordsName.isPresent();
    }

    /** Where the per-request CSV goes, when there is one. */
    Optional<Path> recordsFile() {
        return directory.flatMap(path -> recordsName.map(path::resolve));
    }
}
