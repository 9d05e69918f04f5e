package io.github.swipestorm.client.record;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What is written down while a run goes on.
 *
 * @param directory where files are put, which exists; empty when nothing is written
 * @param recordsName name of the per-request CSV in it, compressed when it ends in {@code .gz}; empty for none; without a
 *     directory its rows are made and thrown away
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

    /** Nothing is written; counts and latencies are kept all the same. */
    public static final RecordingSettings NO_FILES =
            new RecordingSettings(Optional.empty(), Optional.empty(), RecordsPolicy.BLOCK);

    /** Everything is done that a run with files does, but nothing is written. */
    public RecordingSettings rehearsal() {
        return new RecordingSettings(Optional.empty(), Optional.of("rehearsal"), policy);
    }

    /** Whether rows are made and thrown away. */
    boolean rehearses() {
        return directory.isEmpty() && recordsName.isPresent();
    }

    /** Where the per-request CSV goes, when there is one. */
    Optional<Path> recordsFile() {
        return directory.flatMap(path -> recordsName.map(path::resolve));
    }
}
