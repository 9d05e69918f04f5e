package io.github.swipestorm.client.testing;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The JVMs that tests start. */
public final class ShortLivedJvm {

    /**
     * Flags of a JVM that lives for seconds. What the second compiler makes of its code would come too late, and verifying the
     * classes that this build has just compiled takes a twentieth of its CPU time. The property test.jvm of the build says the
     * same for the JVMs that run tests.
     */
    public static final List<String> FLAGS = List.of(
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-XX:+UnlockDiagnosticVMOptions",
            "-XX:-BytecodeVerificationRemote");

    private ShortLivedJvm() {}

    /** The beginning of a command: this Java with {@link #FLAGS}, and room for more. */
    public static List<String> command() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(FLAGS);
        return command;
    }
}
