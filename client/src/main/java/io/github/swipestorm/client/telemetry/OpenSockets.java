package io.github.swipestorm.client.telemetry;

import com.sun.management.UnixOperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Sockets that this process has open. Checking the type of each of 10,000 descriptors every second would cost too much.
 * So it is done once, before the clock starts, and from then on descriptors are only counted: a run opens hardly any
 * that are not sockets. The figure may be off by a few.
 */
final class OpenSockets implements MetricSource {

    private static final long UNKNOWN = Long.MIN_VALUE;
    private static final long NOT_COUNTED = Long.MAX_VALUE;

    private final LongSupplier descriptors;
    private final IntSupplier ownFiles;
    private final Path directory;
    private long others = NOT_COUNTED;

    OpenSockets(Path proc) {
        this(proc, () -> count(proc.resolve("self/fd")), SystemFile::open);
    }

    /** @param ownFiles how many files this package has open, which changes with the threads of the process */
    OpenSockets(Path proc, LongSupplier descriptors, IntSupplier ownFiles) {
        this.descriptors = descriptors;
        this.ownFiles = ownFiles;
        this.directory = proc.resolve("self/fd");
    }

    /** Since Linux 6.2 the directory's size is the number of descriptors; before that the JVM has to list it. */
    private static long count(Path directory) {
        try {
            long size = Files.size(directory);
            if (size > 0) {
                return size;
            }
        } catch (IOException e) {
            return UNKNOWN;
        }
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean bean
                ? bean.getOpenFileDescriptorCount()
                : UNKNOWN;
    }

    private static long others(Path directory) {
        long others = 0;
        try (DirectoryStream<Path> all = Files.newDirectoryStream(directory)) {
            for (Path descriptor : all) {
                others += isOther(descriptor) ? 1 : 0;
            }
        } catch (IOException | RuntimeException e) {
            return UNKNOWN;
        }
        return others;
    }

    /** Descriptors closed meanwhile do not count, nor does the one that reads this list. */
    private static boolean isOther(Path descriptor) {
        try {
            String what = Files.readSymbolicLink(descriptor).toString();
            return !what.startsWith("socket:") && !what.endsWith("/fd");
        } catch (IOException | UnsupportedOperationException e) {
            return false;
        }
    }

    @Override
    public void read(SampleBuilder interval) throws IOException {
        if (others == NOT_COUNTED) {
            long found = others(directory);
            others = found == UNKNOWN ? UNKNOWN : found - ownFiles.getAsInt();
        }
        long all = descriptors.getAsLong();
        if (others == UNKNOWN || all < 0) {
            throw new IOException("no list of descriptors");
        }
        interval.put(Metric.OPEN_SOCKETS, Math.max(0, all - others - ownFiles.getAsInt()));
    }
}
