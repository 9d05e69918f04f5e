package io.github.swipestorm.servlet;

import io.github.swipestorm.api.tomcat.ConnectorSettings;
import io.github.swipestorm.api.tomcat.EmbeddedTomcat;
import io.github.swipestorm.launch.ServerMain;
import io.github.swipestorm.launch.ServerOptions;
import java.io.IOException;
import org.apache.catalina.LifecycleException;

/** Starts the swipe servlet in an embedded Tomcat. */
public final class ServletServer {

    private ServletServer() {}

    /** Runs the server until the process is stopped; see {@link ServerMain} for its output and exit codes. */
    public static void main(String[] args) {
        ServerMain.run("servlet", args, ServletServer::start);
    }

    private static int start(ServerOptions options) throws IOException, LifecycleException {
        EmbeddedTomcat tomcat =
                EmbeddedTomcat.start(options, ConnectorSettings.of(options.threads()), new SwipeServlet());
        Runtime.getRuntime().addShutdownHook(new Thread(tomcat::stop, "stop"));
        return tomcat.port();
    }
}
