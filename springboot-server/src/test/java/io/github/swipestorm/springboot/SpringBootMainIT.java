package io.github.swipestorm.springboot;

import io.github.swipestorm.api.contract.MainContract;
import io.github.swipestorm.api.contract.RuntimeClasspath;
import java.nio.file.Path;
import java.util.List;

/** The server's main, started from the working tree: that is quicker than from the executable jar. */
class SpringBootMainIT implements MainContract {

    static List<String> command() {
        return RuntimeClasspath.program(Path.of(""), SpringBootServer.class.getName());
    }

    @Override
    public List<String> program() {
        return command();
    }

    @Override
    public String kind() {
        return "springboot";
    }
}
