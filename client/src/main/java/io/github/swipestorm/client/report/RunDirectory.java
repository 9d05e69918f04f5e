package io.github.swipestorm.client.report;

import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.stream.Stream;

/** Makes the one directory that everything of a run is put into; an earlier run's is never touched. */
public final class RunDirectory {

    private static final Path RESULTS = Path.of("results");

    private RunDirectory() {}

    /**
     * Makes {@code results/<date>-<name>}, by the date that it is in Greenwich as in all that a run writes, with a number behind it when there is one already.
     *
     * @throws IOException when it cannot be made
     */
    public static Path dated(String name) throws IOException {
        Files.createDirectories(RESULTS);
        String stem = LocalDate.now(ZoneOffset.UTC) + "-" + name;
        for (int number = 1; ; number++) {
            Path directory = RESULTS.resolve(number == 1 ? stem : stem + "-" + number);
            try {
                return Files.createDirectory(directory);
            } catch (FileAlreadyExistsException e) {
                // Taken by an earlier run, or by one that started in the same moment.
            }
        }
    }

    /** Whether a directory can be used: it is not there, or empty. */
    public static boolean isFree(Path directory) {
        if (Files.notExists(directory)) {
            return true;
        }
        try (Stream<Path> content = Files.list(directory)) {
            return content.findAny().isEmpty();
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Makes a directory that a person chose; an empty one that is there is taken.
     *
     * @throws DirectoryNotEmptyException when there is something in it
     * @throws IOException when it cannot be made
     */
    public static Path chosen(Path directory) throws IOException {
        Files.createDirectories(directory);
        if (!isFree(directory)) {
            throw new DirectoryNotEmptyException(directory.toString());
        }
        return directory;
    }

    /**
     * Makes a directory for one run of an experiment, in the place of one that a run left behind which was broken off.
     *
     * @param parent made if it is not there
     * @param name of whatever characters; others than letters, digits, dots, dashes and underscores become dashes
     * @throws IOException when it cannot be made
     */
    public static Path replaced(Path parent, String name) throws IOException {
        Path directory = parent.resolve(name.replaceAll("[^A-Za-z0-9._-]+", "-").replaceAll("^[.-]+", ""));
        if (Files.exists(directory)) {
            try (Stream<Path> all = Files.walk(directory)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
        return Files.createDirectories(directory);
    }
}
