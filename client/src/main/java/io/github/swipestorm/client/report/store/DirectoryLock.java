package io.github.swipestorm.client.report.store;

import io.github.swipestorm.client.record.RunFiles;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keeps two processes, or two threads of this one, from writing into one directory. The operating system releases the
 * lock when the process ends for any reason, including {@code kill -9}.
 *
 * <p>The lock is on a separate file that nothing else opens: POSIX releases a process's lock on a file as soon as the
 * process closes any descriptor of that file, even one that it only read from.
 */
public final class DirectoryLock implements AutoCloseable {

    /** Directories that this process has locked; their lock files must not be opened again. */
    private static final Set<Path> OWN = ConcurrentHashMap.newKeySet();

    private final Path directory;
    private final Path file;
    private final FileChannel channel;

    private DirectoryLock(Path directory, Path file, FileChannel channel) {
        this.directory = directory;
        this.file = file;
        this.channel = channel;
    }

    /**
     * Locks an existing directory.
     *
     * @return empty when another process or thread has locked it
     * @throws IOException when the directory cannot be written into
     */
    static Optional<DirectoryLock> tryLock(Path existing) throws IOException {
        Path directory = existing.toRealPath();
        if (!OWN.add(directory)) {
            return Optional.empty();
        }
        Optional<DirectoryLock> lock = Optional.empty();
        try {
            lock = lockFile(directory);
        } finally {
            if (lock.isEmpty()) {
                OWN.remove(directory);
            }
        }
        return lock;
    }

    private static Optional<DirectoryLock> lockFile(Path directory) throws IOException {
        Path file = directory.resolve(RunFiles.LOCK);
        while (true) {
            create(file);
            Optional<Object> identity = identity(file);
            if (identity.isEmpty()) {
                continue;
            }
            FileChannel channel = open(file);
            if (channel == null) {
                continue;
            }
            if (!locked(channel)) {
                channel.close();
                return Optional.empty();
            }
            // The last holder may have deleted the file since it was opened; that lock would exclude no process.
            if (identity.equals(identity(file))) {
                return Optional.of(new DirectoryLock(directory, file, channel));
            }
            channel.close();
        }
    }

    /** Whether a process is currently writing into the directory. */
    public static boolean isHeld(Path existing) {
        try {
            Path directory = existing.toRealPath();
            if (OWN.contains(directory)) {
                return true;
            }
            try (FileChannel channel = open(directory.resolve(RunFiles.LOCK))) {
                return channel != null && !locked(channel);
            }
        } catch (IOException e) {
            // The file belongs to another user, whose processes cannot be asked.
            return false;
        }
    }

    private static void create(Path file) throws IOException {
        try {
            Files.createFile(file);
        } catch (FileAlreadyExistsException e) {
            // Another process made it, or left it behind when it was killed.
        }
    }

    /** Distinguishes a file from a later one of the same name; empty when the file is gone. */
    private static Optional<Object> identity(Path file) throws IOException {
        try {
            Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
            // Windows has no such key, and does not allow reuse of a name while the file is open.
            return Optional.of(Objects.requireNonNullElse(key, file));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
    }

    /** Null when the file is gone. */
    private static FileChannel open(Path file) throws IOException {
        try {
            return FileChannel.open(file, StandardOpenOption.WRITE);
        } catch (NoSuchFileException e) {
            return null;
        }
    }

    private static boolean locked(FileChannel channel) throws IOException {
        try {
            return channel.tryLock() != null;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /** Deletes the file before the lock is released, so that no directory keeps one. */
    @Override
    public void close() {
        try (channel) {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // The directory is gone or no longer writable; closing the channel has released the lock.
        } finally {
            OWN.remove(directory);
        }
    }
}
