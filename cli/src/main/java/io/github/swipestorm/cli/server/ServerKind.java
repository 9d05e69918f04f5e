package io.github.swipestorm.cli.server;

import io.github.swipestorm.client.registry.EnumLabels;

/** The target servers that the client can start. */
public enum ServerKind {
    /** The plain servlet on embedded Tomcat. */
    SERVLET("servlet-server", "io.github.swipestorm.servlet.ServletServer"),
    /** The Spring Boot application. */
    SPRINGBOOT("springboot-server", "io.github.swipestorm.springboot.SpringBootServer");

    private final String word = EnumLabels.of(this);
    private final String module;
    private final String mainClass;

    ServerKind(String module, String mainClass) {
        this.module = module;
        this.mainClass = mainClass;
    }

    /** The label that options and files use. */
    @Override
    public String toString() {
        return word;
    }

    String module() {
        return module;
    }

    String mainClass() {
        return mainClass;
    }
}
