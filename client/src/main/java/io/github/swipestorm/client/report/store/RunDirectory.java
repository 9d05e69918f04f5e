package io.github.swipestorm.client.report.store;

import io.github.swipestorm.client.record.RunFiles;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.stream.Stream;

/**
 * The directory that a run or an experiment writes into; it is locked until it is closed, and an earlier run's is never
 * changed.
 */
public final class RunDirectory implements AutoCloseable {

    /** Where directories are made unless the user chooses another place. */
    public static final Path RESULTS = Path.of("results");

    private final Path path;
    private final DirectoryLock lock;

    private RunDirectory(Path path, DirectoryLock lock) {
        this.path = path;
        this.lock = lock;
    }

    /** Another process is writing into a directory; the message is for the user. */
    public static final class InUseException extends IOException {
        private static final long serialVersionUID = 1;

        private InUseException(Path directory) {
            super("Another run or experiment is writing into '" + directory
                    + "': wait until it is over, or choose another directory");
        }
    }

    /**
     * Creates {@code <date>-<name>}, by the date in UTC as in all files of a run, followed by a number when it already exists.
     *
     * @param results where it is made, such as {@link #RESULTS}; created when it does not exist
     * @throws IOException when it cannot be created or written into
     */
    public static RunDirectory dated(Path results, String name) throws IOException {
        Files.createDirectories(results);
        String stem = LocalDate.now(ZoneOffset.UTC) + "-" + name;
        for (int number = 1; ; number++) {
            Path directory = results.resolve(number == 1 ? stem : stem + "-" + number);
            try {
                return locked(Files.createDirectory(directory));
            } catch (FileAlreadyExistsException e) {
                // Taken by an earlier run, or by one that started at the same moment.
            }
        }
    }

    /** Whether a directory can be used: it does not exist, or is empty. */
    public static boolean isFree(Path directory) {
        if (Files.notExists(directory)) {
            return true;
        }
        try (Stream<Path> content = Files.list(directory)) {
            return content.allMatch(file -> file.endsWith(RunFiles.LOCK));
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Creates a directory that the user chose; an existing empty one is used.
     *
     * @throws DirectoryNotEmptyException when it is not empty
     * @throws InUseException when another process has just taken it
     * @throws IOException when it cannot be created or written into
     */
    public static RunDirectory chosen(Path directory) throws IOException {
        Files.createDirectories(directory);
        RunDirectory taken = locked(directory);
        // Checked only now: before, another process could have begun to write into it.
        if (!isFree(directory)) {
            taken.close();
            throw new DirectoryNotEmptyException(directory.toString());
        }
        return taken;
    }

    /**
     * Opens the directory of an experiment to resume.
     *
     * @throws InUseException when another process is working on it
     * @throws IOException when it does not exist, or cannot be written into
     */
    public static RunDirectory existing(Path directory) throws IOException {
        return locked(directory);
    }

    /**
     * Creates a directory for one run of an experiment, replacing one that an interrupted run left behind. The
     * experiment's directory must be locked.
     *
     * @param experiment the experiment's directory
     * @param setting of the run
     * @param round of the run
     * @throws IOException when it cannot be created
     */
    public static RunDirectory replaced(Path experiment, String setting, int round) throws IOException {
        Path directory = experiment.resolve(ofRun(setting, round));
        if (Files.exists(directory)) {
            try (Stream<Path> all = Files.walk(directory)) {
                for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(path);
                }
            }
        }
        return locked(Files.createDirectories(directory));
    }

    /** The directory of a run of an experiment, from the experiment's; characters other than letters and digits become dashes. */
    public static String ofRun(String setting, int round) {
        String name = setting + "-" + round;
        return "runs/" + name.replaceAll("[^A-Za-z0-9._-]+", "-").replaceAll("^[.-]+", "");
    }

    private static RunDirectory locked(Path directory) throws IOException {
        return new RunDirectory(
                directory, DirectoryLock.tryLock(directory).orElseThrow(() -> new InUseException(directory)));
    }

    /** Its path, as given by the user. */
    public Path path() {
        return path;
    }

    /** Allows other processes to write into the directory. */
    @Override
    public void close() {
        lock.close();
    }
}
