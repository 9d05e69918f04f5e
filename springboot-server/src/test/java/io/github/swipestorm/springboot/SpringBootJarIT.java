package io.github.swipestorm.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.api.contract.ServerContract;
import io.github.swipestorm.api.contract.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The executable jar in a JVM of its own. */
class SpringBootJarIT implements ServerContract {

    private static ServerProcess server;

    @BeforeAll
    static void start() throws IOException {
        server = ServerProcess.start(List.of("-jar", System.getProperty("swipestorm.artifact") + ".jar"));
    }

    @AfterAll
    static void stopsWithoutHavingPrintedMore() {
        server.close();
        assertThat(server.out()).hasSize(1);
        assertThat(server.err()).isEmpty();
    }

    @Override
    public URI base() {
        return server.base();
    }
}
