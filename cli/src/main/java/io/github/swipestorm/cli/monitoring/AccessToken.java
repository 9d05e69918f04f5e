package io.github.swipestorm.cli.monitoring;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** A token as it is typed: the text itself, or that of the file after an {@code @}. */
public final class AccessToken {

    private AccessToken() {}

    /**
     * Reads a token.
     *
     * @param typed null for none
     * @throws IllegalArgumentException with a user-facing message when its file cannot be read
     */
    public static Optional<String> read(String typed) {
        if (typed == null || !typed.startsWith("@")) {
            return Optional.ofNullable(typed);
        }
        String file = typed.substring(1);
        try {
            return Optional.of(Files.readString(Path.of(file)).strip());
        } catch (IOException | InvalidPathException e) {
            throw new IllegalArgumentException(
                    "the token's file '" + file + "' cannot be read: " + e + "; name another file", e);
        }
    }
}
