package io.github.swipestorm.cli.option;

import io.github.swipestorm.client.objective.Objectives;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** The option for a report that CI servers read. */
public final class JunitOption {

    @Option(
            names = "--junit",
            paramLabel = "FILE",
            description = "Write the objectives of --slo as test cases into an XML file as Surefire's, which CI servers"
                    + " read: a missed one is a failure, an inconclusive one is skipped.")
    private Path file;

    /** Whether a report is to be written. */
    public boolean asked() {
        return file != null;
    }

    /**
     * Validates the option before anything is started, and creates the file's directory.
     *
     * @throws IllegalArgumentException with a user-facing message
     */
    public void check(Objectives objectives) {
        if (file == null) {
            return;
        }
        if (objectives.all().isEmpty()) {
            throw new IllegalArgumentException(
                    "--junit writes a test case for each objective, and there is none: add --slo");
        }
        Path absolute = file.toAbsolutePath();
        Path parent = absolute.getParent() == null ? absolute : absolute.getParent();
        try {
            Files.createDirectories(parent);
        } catch (IOException e) {
            throw new IllegalArgumentException("--junit cannot write into '" + parent + "': " + e, e);
        }
        if (Files.isDirectory(file) || Files.exists(file) && !Files.isWritable(file)) {
            throw new IllegalArgumentException("--junit cannot write '" + file + "': name another file");
        }
    }

    /** Writes the file, replacing an earlier one, if it was asked for. */
    public void write(String xml) throws IOException {
        if (file != null) {
            Files.writeString(file, xml);
        }
    }
}
