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

/** A Tomcat inside this JVM with the swipe servlet at its root. Start and stop it from one thread each. */
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
        // Tomcat checks for leaks when it unloads a web application. Here the JVM ends as well, and on new JDKs the
        // check itself only prints warnings.
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
     * @param port with 0 the system chooses one
     * @throws LifecycleException when it cannot start, for example because the port is taken
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
        // Otherwise a port that is taken is only a line in the log, and a server without a connector keeps running.
        connector.setThrowOnFailure(true);
        return connector;
    }

    int port() {
        return connector().getLocalPort();
    }

    Connector connector() {
        return tomcat.getConnector();
    }

    /** Accepts no further request, waits for those in flight for the grace period, and ends. */
    void stop() {
        connector().pause();
        connector().getProtocolHandler().closeServerSocketGraceful();
        long deadline = System.nanoTime() + settings.gracePeriod().toNanos();
        while (servlet.getCountAllocated() > 0 && System.nanoTime() - deadline < 0) {
            LockSupport.parkNanos(POLL_NANOS);
        }
        try {
            // Tomcat would stop the application first: a request that arrived at that moment would get an empty 404.
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
