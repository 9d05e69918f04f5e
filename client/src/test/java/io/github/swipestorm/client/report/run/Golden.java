package io.github.swipestorm.client.report.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Compares a text with the one stored beside the tests. Where they differ, the new one is written to
 * {@code target/golden} for review, and for replacing the old one if it is better.
 */
public final class Golden {
    private Golden() {}

    public static void assertIs(String name, String actual) throws IOException {
        try (InputStream kept = Golden.class.getResourceAsStream(name)) {
            String expected = kept == null ? "" : new String(kept.readAllBytes(), StandardCharsets.UTF_8);
            if (!expected.equals(actual)) {
                Path directory = Files.createDirectories(Path.of("target", "golden"));
                Files.writeString(directory.resolve(name), actual);
            }
            assertThat(actual).as(name).isEqualTo(expected);
        }
    }
}
