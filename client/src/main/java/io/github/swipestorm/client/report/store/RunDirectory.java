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
 * The one directory that a run or an experiment writes into; it is locked until it is closed, and an earlier run's is
 * never touched.
 */
public final class RunDirectory implements AutoCloseable {

    private static final Path RESULTS = Path.of("results");

    private final Path path;
    private final DirectoryLock lock;

    private RunDirectory(Path path, DirectoryLock lock) {
        this.path = path;
        this.lock = lock;
    }

    /** Says that another process is writing into a directory; the message is for the user. */
    public static final class InUseException extends IOException {
        private static final long serialVersionUID = 1;

        private InUseException(Path directory) {
            super("Another run or experiment is writing into '" + directory
                    + "': wait until it is over, or choose another directory");
        }
    }

    /**
     * Makes {@code results/<date>-<name>}, by the date in UTC as in all that a run writes, with a number behind it when
     * there is one already.
     *
     * @throws IOException when it cannot be made or written into
     */
    public static RunDirectory dated(String name) throws IOException {
        Files.createDirectories(RESULTS);
        String stem = LocalDate.now(ZoneOffset.UTC) + "-" + name;
        for (int number = 1; ; number++) {
            Path directory = RESULTS.resolve(number == 1 ? stem : stem + "-" + number);
            try {
                return locked(Files.createDirectory(directory));
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
            return content.allMatch(file -> file.endsWith(RunFiles.LOCK));
        } catch (IOException e) {
            return false;
        }
    }

    /**
     * Makes a directory that the user chose; an empty one that is there is taken.
     *
     * @throws DirectoryNotEmptyException when there is something in it
     * @throws InUseException when another process has just taken it
     * @throws IOException when it cannot be made or written into
     */
    public static RunDirectory chosen(Path directory) throws IOException {
        Files.createDirectories(directory);
        RunDirectory taken = locked(directory);
        // Only now: before, another process could have begun to write into it.
        if (!isFree(directory)) {
            taken.close();
            throw new DirectoryNotEmptyException(directory.toString());
        }
        return taken;
    }

    /**
     * Takes the directory of an experiment that goes on.
     *
     * @throws InUseException when another process is at work on it
     * @throws IOException when it is not there, or cannot be written into
     */
    public static RunDirectory existing(Path directory) throws IOException {
        return locked(directory);
    }

    /**
     * Makes a directory for one run of an experiment, in the place of one that an interrupted run left behind. The
     * experiment's directory is to be locked.
     *
     * @param experiment the experiment's directory
     * @param setting of the run
     * @param round of the run
     * @throws IOException when it cannot be made
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

    /** The directory of a run of an experiment, from the experiment's; characters that are no letters or digits become dashes. */
    public static String ofRun(String setting, int round) {
        String name = setting + "-" + round;
        return "runs/" + name.replaceAll("[^A-Za-z0-9._-]+", "-").replaceAll("^[.-]+", "");
    }

    private static RunDirectory locked(Path directory) throws IOException {
        return new RunDirectory(
                directory, DirectoryLock.tryLock(directory).orElseThrow(() -> new InUseException(directory)));
    }

    /** Where it is, as it was named. */
    public Path path() {
        return path;
    }

    /** Lets other processes write into the directory. */
    @Override
    public void close() {
        lock.close();
    }
}
