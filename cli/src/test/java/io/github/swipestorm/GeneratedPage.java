package io.github.swipestorm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A page of {@code docs/} with tables that tests generate, each between the comments {@code generated: NAME} and
 * {@code end: NAME}.
 */
final class GeneratedPage {

    private final String file;
    private final String written;
    private String right;

    /** Reads a page of docs/. */
    GeneratedPage(String file) throws IOException {
        this.file = file;
        this.written = Files.readString(Path.of("..", "docs", file));
        this.right = written;
    }

    /** Puts a table in its place; every line of it ends with a line feed. */
    void put(String name, String table) {
        String begin = "<!-- generated: " + name + " -->\n";
        String end = "<!-- end: " + name + " -->";
        assertThat(right).contains(begin, end);
        right = right.substring(0, right.indexOf(begin) + begin.length()) + table + right.substring(right.indexOf(end));
    }

    /** Fails when the page has other tables, and leaves the right page in {@code target/golden}. */
    void assertUpToDate() throws IOException {
        if (!right.equals(written)) {
            Path golden = Files.createDirectories(Path.of("target", "golden"));
            Files.writeString(golden.resolve(file), right);
        }
        assertThat(written)
                .as("docs/" + file + "; the right one is cli/target/golden/" + file)
                .isEqualTo(right);
    }
}
