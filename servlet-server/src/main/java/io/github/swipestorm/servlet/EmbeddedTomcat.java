package io.github.swipestorm.servlet;

import io.github.swipestorm.api.tomcat.ConnectorSettings;
import io.github.swipestorm.api.tomcat.JsonErrorValve;
import io.github.swipestorm.api.tomcat.RequestLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.core.StandardWrapper;
import org.apache.catalina.startup.ExpandWar;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.descriptor.web.ErrorPage;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;

/** A Tomcat inside this JVM with the swipe servlet at its root. Started and stopped by one thread each. */
final class EmbeddedTomcat {

    private static final long POLL_NANOS = 5_000_000;

    private final Tomcat tomcat = new Tomcat();
    private final Path workDirectory;
    private final ConnectorSettings settings;
    private final StandardWrapper servlet;

    private EmbeddedTomcat(int port, ConnectorSettings settings, boolean virtualThreads) throws IOException {
        this.settings = settings;
        workDirectory = Files.createTempDirectory("swipestorm-servlet");
        tomcat.setBaseDir(workDirectory.toString());
        tomcat.setConnector(connector(port, settings, virtualThreads));
        ((StandardHost) tomcat.getHost()).setErrorReportValveClass(JsonErrorValve.class.getName());
        StandardContext context = (StandardContext) tomcat.addContext("", null);
        // Tomcat looks for leaks of a web application that it lets go of. Here the JVM goes with it, and on new JDKs
        // the
        // search itself only prints warnings.
        context.setClearReferencesThreadLocals(false);
        context.setClearReferencesRmiTargets(false);
        servlet = (StandardWrapper) Tomcat.addServlet(context, "swipe", new SwipeServlet());
        context.addServletMappingDecoded("/*", "swipe");
        ErrorPage errorPage = new ErrorPage();
        errorPage.setLocation("/error");
        context.addErrorPage(errorPage);
    }

    /**
     * Starts it; its threads keep the JVM alive.
     *
     * @param port 0 leaves the choice to the system
     * @throws LifecycleException when it cannot start, for instance because the port is taken
     */
    static EmbeddedTomcat start(int port, ConnectorSettings settings, boolean virtualThreads)
            throws IOException, LifecycleException {
        EmbeddedTomcat embedded = new EmbeddedTomcat(port, settings, virtualThreads);
        try {
            embedded.tomcat.start();
        } catch (LifecycleException e) {
            ExpandWar.delete(embedded.workDirectory.toFile());
            throw e;
        }
        return embedded;
    }

    private static Connector connector(int port, ConnectorSettings settings, boolean virtualThreads) {
        Http11NioProtocol protocol = new Http11NioProtocol();
        protocol.setMaxThreads(settings.threads());
        protocol.setAcceptCount(settings.acceptCount());
        protocol.setMaxConnections(settings.maxConnections());
        protocol.setConnectionTimeout((int) settings.connectionTimeout().toMillis());
        protocol.setKeepAliveTimeout((int) settings.keepAliveTimeout().toMillis());
        protocol.setMaxKeepAliveRequests(settings.maxKeepAliveRequests());
        RequestLimits.apply(settings, protocol);
        protocol.setCompression("off");
        protocol.setProperty("daemon", "false");
        // Only a port that was opened at the start can be closed before the rest stops.
        protocol.setProperty("bindOnInit", "false");
        if (virtualThreads) {
            protocol.setExecutor(new VirtualThreadExecutor("swipe-"));
        }
        Connector connector = new Connector(protocol);
        connector.setPort(port);
        // Otherwise a port that is taken is a line in the log, and a server without a connector runs on.
        connector.setThrowOnFailure(true);
        return connector;
    }

    int port() {
        return connector().getLocalPort();
    }

    Connector connector() {
        return tomcat.getConnector();
    }

    /** Takes no further request, waits for those in flight as long as the grace period, and ends. */
    void stop() {
        connector().pause();
        connector().getProtocolHandler().closeServerSocketGraceful();
        long deadline = System.nanoTime() + settings.gracePeriod().toNanos();
        while (servlet.getCountAllocated() > 0 && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(POLL_NANOS);
        }
        try {
            // Tomcat would stop the application first: a request that came in just then would get an empty 404.
            connector().stop();
            tomcat.stop();
            tomcat.destroy();
        } catch (LifecycleException e) {
            throw new IllegalStateException("Tomcat did not stop", e);
        } finally {
            ExpandWar.delete(workDirectory.toFile());
        }
    }
}
