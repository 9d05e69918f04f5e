package io.github.swipestorm.springboot;

import io.github.swipestorm.api.contract.MainContract;
import java.util.List;

/** The main of the executable jar. */
class SpringBootMainIT implements MainContract {

    static final List<String> PROGRAM = List.of("-jar", System.getProperty("swipestorm.artifact") + ".jar");

    @Override
    public List<String> program() {
        return PROGRAM;
    }

    @Override
    public String kind() {
        return "springboot";
    }
}
