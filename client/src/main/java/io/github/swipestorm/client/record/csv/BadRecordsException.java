package io.github.swipestorm.client.record.csv;

import java.io.IOException;
import java.nio.file.Path;

/**
 * A file cannot be read as the records of a run. The message is one line for the user: the file, the line number where
 * known, the problem, and the remedy.
 */
public final class BadRecordsException extends IOException {
    private static final long serialVersionUID = 1L;

    BadRecordsException(Path file, String wrong) {
        super(file + ": " + wrong);
    }

    BadRecordsException(Path file, long line, String wrong) {
        super(file + ", line " + line + ": " + wrong);
    }
}
