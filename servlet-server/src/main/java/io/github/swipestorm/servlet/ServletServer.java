package io.github.swipestorm.servlet;

import io.github.swipestorm.api.tomcat.ConnectorSettings;
import io.github.swipestorm.launch.ServerMain;
import io.github.swipestorm.launch.ServerOptions;
import java.io.IOException;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.LifecycleException;

/** Starts the swipe servlet in an embedded Tomcat. */
public final class ServletServer {

    /** Held, because the JDK forgets the level of a logger without references. */
    private static final Logger TOMCAT_LOGGER = Logger.getLogger("org.apache");

    /** On a busy machine it warns that seeding session ids was slow; the API has no sessions. */
    private static final Logger SESSION_LOGGER = Logger.getLogger("org.apache.catalina.util.SessionIdGeneratorBase");

    private ServletServer() {}

    /** Runs the server until the process is stopped; see {@link ServerMain} for its output and exit codes. */
    public static void main(String[] args) {
        ServerMain.run("servlet", args, ServletServer::start);
    }

    private static int start(ServerOptions options) throws IOException, LifecycleException {
        TOMCAT_LOGGER.setLevel(Level.WARNING);
        SESSION_LOGGER.setLevel(Level.SEVERE);
        EmbeddedTomcat tomcat = EmbeddedTomcat.start(options, ConnectorSettings.of(options.threads()));
        Runtime.getRuntime().addShutdownHook(new Thread(tomcat::stop, "stop"));
        return tomcat.port();
    }
}
