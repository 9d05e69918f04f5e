package io.github.swipestorm.cli.server;

import io.github.swipestorm.client.registry.EnumLabels;
import java.util.List;

/** The target servers that the client can start. */
public enum ServerKind {
    /** The swipe API as a plain servlet on embedded Tomcat. */
    SERVLET("servlet-server", "io.github.swipestorm.servlet.ServletServer"),
    /** The swipe API as a Spring Boot application. */
    SPRINGBOOT("springboot-server", "io.github.swipestorm.springboot.SpringBootServer"),
    /** Values by key. */
    KEY_VALUE(false, "mutex", "rwlock", "stamped", "concurrent", "unlocked-reads", "plain"),
    /** A list of albums that grows. */
    ALBUMS(false, "mutex", "rwlock", "stamped", "concurrent", "plain"),
    /** Messages by topic, as lines over plain TCP. */
    BOARD(true, "mutex", "rwlock", "stamped", "concurrent", "unlocked-reads", "plain"),
    /** The messages over HTTP. */
    BOARD_HTTP(false, "mutex", "rwlock", "stamped", "concurrent", "unlocked-reads", "plain");

    private final String word = EnumLabels.of(this);
    private final String module;
    private final String mainClass;
    private final boolean tcp;
    private final List<String> stores;

    ServerKind(String module, String mainClass) {
        this.module = module;
        this.mainClass = mainClass;
        tcp = false;
        stores = List.of();
    }

    /** One of another study, all of which are in one program. */
    ServerKind(boolean tcp, String... stores) {
        module = "study-servers";
        mainClass = "io.github.swipestorm.study.StudyServer";
        this.tcp = tcp;
        this.stores = List.of(stores);
    }

    /** Whether it has the swipe API. */
    public boolean swipes() {
        return stores.isEmpty();
    }

    /** Whether it speaks plain TCP, and not HTTP. */
    public boolean tcp() {
        return tcp;
    }

    /** Names of the ways in which its threads can share what it stores; empty when there is no choice. */
    public List<String> stores() {
        return stores;
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
