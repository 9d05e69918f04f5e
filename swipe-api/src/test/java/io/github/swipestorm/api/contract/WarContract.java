package io.github.swipestorm.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * What every WAR of the swipe API does in a Tomcat that is not its own, below a context path. The system properties
 * {@code swipestorm.artifact} (the WAR without its extension) and {@code swipestorm.tomcat} (an unpacked distribution)
 * say with what. It runs on one JDK in CI: the same classes run in embedded servers on each.
 */
@Tag("jdk-independent")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class WarContract implements ServerContract {

    private static final Path WAR = Path.of(System.getProperty("swipestorm.artifact") + ".war");

    private StandaloneTomcat tomcat;

    /** Made by JUnit. */
    protected WarContract() {}

    @BeforeAll
    final void start() throws IOException {
        Path home = Path.of(System.getProperty("swipestorm.tomcat"));
        Path base = Files.createTempDirectory(home.getParent(), "tomcat-base");
        tomcat = StandaloneTomcat.start(home, base, WAR, "/some-app");
    }

    @AfterAll
    final void stopsWithoutHavingComplained() throws IOException {
        tomcat.close();
        // That a busy machine was slow to seed its random numbers is no complaint about the WAR.
        assertThat(tomcat.log().lines().filter(line -> !line.contains("SecureRandom")))
                .noneMatch(line -> line.matches(".*(SEVERE|ERROR|Exception|WARN).*"));
    }

    @Override
    public final URI base() {
        return tomcat.base();
    }

    @Override
    public final boolean ownsConnector() {
        return false;
    }

    @Test
    final void contextPathWithoutItsLastSlashIsAnUnknownPath() throws IOException {
        Exchange.refused("", Exchange.get(""), 404, "Not found").holdWith(base());
    }

    @Test
    final void bringsNeitherAServerNorACommandLine() throws IOException {
        try (ZipFile war = new ZipFile(WAR.toFile())) {
            List<String> libraries = war.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.startsWith("WEB-INF/lib"))
                    .toList();
            assertThat(libraries).anyMatch(name -> name.contains("swipe-api"));
            assertThat(libraries)
                    .noneMatch(name -> name.matches(".*(tomcat-embed|servlet-api|picocli|lib-provided).*"));
        }
    }
}
