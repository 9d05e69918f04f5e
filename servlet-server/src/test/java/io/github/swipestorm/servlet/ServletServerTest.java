package io.github.swipestorm.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.swipestorm.api.contract.MainContract;
import io.github.swipestorm.api.contract.RuntimeClasspath;
import io.github.swipestorm.api.contract.ServerContract;
import io.github.swipestorm.api.contract.ServerProcess;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** The servlet server in a JVM of its own, started from the working tree. */
class ServletServerTest implements ServerContract, MainContract {

    private static ServerProcess server;

    @BeforeAll
    static void start() throws IOException {
        server = ServerProcess.start(command());
    }

    @AfterAll
    static void stopsWithoutHavingPrintedMore() {
        server.close();
        assertThat(server.out()).hasSize(1);
        assertThat(server.err()).isEmpty();
    }

    private static List<String> command() {
        return RuntimeClasspath.program(Path.of(""), ServletServer.class.getName());
    }

    @Override
    public URI base() {
        return server.base();
    }

    @Override
    public List<String> program() {
        return command();
    }

    @Override
    public String kind() {
        return "servlet";
    }
}
