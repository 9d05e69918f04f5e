package io.github.swipestorm.client.testing;

import static io.github.swipestorm.client.testing.TestTimeout.MAX_WAIT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

/**
 * A real headless browser. It opens one page, waits until it is loaded, and returns the result; each page has its own
 * process, whose profile is deleted.
 */
public final class Chromium {
    private static final String ABSENT =
            "SKIPPED: no browser is installed, so pages are not tried in one; Debian's package is 'chromium'";

    private static final String NO_DRIVER =
            "SKIPPED: no chromedriver is installed, so pages are not used in a browser; Debian's package is 'chromium-driver'";

    private static final AtomicBoolean SAID = new AtomicBoolean();
    private static final List<String> NAMES = List.of("chromium", "chromium-browser", "google-chrome");

    /**
     * What came of a page.
     *
     * @param dom the page's elements after its scripts have run
     * @param messages what stood on the console
     */
    public record Opened(String dom, List<String> messages) {}

    private Chromium() {}

    /** Skips the test with a message where there is no browser. */
    public static void assumePresent() {
        boolean present = binary() != null;
        if (!present && SAID.compareAndSet(false, true)) {
            // Where a build says that tests were skipped it does not say why.
            System.err.println(ABSENT);
        }
        assumeTrue(present, ABSENT);
    }

    /** The same where there is no browser, or nothing to drive it with. */
    public static void assumeDriverPresent() {
        assumePresent();
        boolean present = driverBinary() != null;
        if (!present && SAID.compareAndSet(false, true)) {
            System.err.println(NO_DRIVER);
        }
        assumeTrue(present, NO_DRIVER);
    }

    /** The browser; null when there is none. */
    public static Path binary() {
        return inPath(NAMES);
    }

    /** What WebDriver drives it with; null when there is none. */
    public static Path driverBinary() {
        return inPath(List.of("chromedriver"));
    }

    private static Path inPath(List<String> names) {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
                .flatMap(directory -> names.stream().map(name -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
    }

    /**
     * Opens a page.
     *
     * @param scratch an empty directory for what the browser writes
     * @param more options of the browser
     */
    public static Opened open(URI page, Path scratch, String... more) throws IOException, InterruptedException {
        Path run = Files.createTempDirectory(scratch, "browser");
        Path dom = run.resolve("dom");
        Path log = run.resolve("log");
        List<String> command = new ArrayList<>(List.of(
                binary().toString(),
                "--headless",
                // The pages are this project's own, and a container has no namespaces for a sandbox.
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--disable-dev-shm-usage",
                "--enable-logging=stderr",
                "--user-data-dir=" + run.resolve("profile"),
                "--dump-dom"));
        command.addAll(List.of(more));
        command.add(page.toString());
        Process process = new ProcessBuilder(command)
                .redirectOutput(dom.toFile())
                .redirectError(log.toFile())
                .start();
        try {
            assertThat(process.waitFor(MAX_WAIT.toSeconds(), TimeUnit.SECONDS))
                    .as("the browser ends")
                    .isTrue();
        } finally {
            process.destroyForcibly();
        }
        List<String> messages = Files.readAllLines(log).stream()
                .filter(line -> line.contains(":CONSOLE"))
                .toList();
        return new Opened(Files.readString(dom), messages);
    }
}
