package io.github.swipestorm.api.contract;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The program of a server module in the working tree, as the client starts it when no jar has been built. */
public final class RuntimeClasspath {

    private RuntimeClasspath() {}

    /**
     * What follows {@code java}.
     *
     * @param module the module's directory; it must have been compiled
     */
    public static List<String> program(Path module, String mainClass) {
        Path target = module.resolve("target");
        try {
            String dependencies =
                    Files.readString(target.resolve("runtime.classpath")).trim();
            return List.of("-cp", target.resolve("classes") + File.pathSeparator + dependencies, mainClass);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
