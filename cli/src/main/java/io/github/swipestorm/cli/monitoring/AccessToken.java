package io.github.swipestorm.cli.monitoring;

import io.github.swipestorm.client.setting.PlanFiles;
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
        return Optional.of(PlanFiles.text(Path.of(typed.substring(1)), "name the file with the token")
                .strip());
    }
}
