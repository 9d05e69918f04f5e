package io.github.swipestorm.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.api.contract.ServerContract;
import io.github.swipestorm.api.contract.ServerProcess;
import java.io.IOException;
import java.net.URI;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The servlet server in a JVM of its own, started from the working tree. */
class ServletServerIT implements ServerContract {

    private static ServerProcess server;

    @BeforeAll
    static void start() throws IOException {
        server = ServerProcess.start(ServletMainIT.command());
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
