package io.github.swipestorm.servlet;

import io.github.swipestorm.api.contract.MainContract;
import io.github.swipestorm.api.contract.RuntimeClasspath;
import java.nio.file.Path;
import java.util.List;

/** The servlet server's main, started from the working tree. */
class ServletMainIT implements MainContract {

    static List<String> command() {
        return RuntimeClasspath.program(Path.of(""), ServletServer.class.getName());
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
