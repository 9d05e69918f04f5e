package io.github.swipestorm.client.telemetry;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A directory that replaces the file system's root, with files like a kernel's. */
final class FakeSystem {

    private final Path root;

    FakeSystem(Path root) {
        this.root = root;
    }

    Path root() {
        return root;
    }

    Path proc() {
        return root.resolve("proc");
    }

    /** Writes a file, over an earlier one. */
    FakeSystem with(String path, String text) {
        try {
            Path file = root.resolve(path);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a source reads in an interval of one second. */
    static TelemetrySample read(MetricSource source) throws IOException {
        return read(source, 1);
    }

    static TelemetrySample read(MetricSource source, double seconds) throws IOException {
        SampleBuilder interval = new SampleBuilder((long) (seconds * 1e9));
        source.read(interval);
        return interval.at(0);
    }
}
