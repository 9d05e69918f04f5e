package io.github.swipestorm.api.tomcat;

import io.github.swipestorm.launch.ServerCertificate;
import io.github.swipestorm.launch.ServerOptions;
import jakarta.servlet.http.HttpServlet;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.core.StandardHost;
import org.apache.catalina.core.StandardWrapper;
import org.apache.catalina.startup.ExpandWar;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.descriptor.web.ErrorPage;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;

/** A Tomcat inside this JVM with one servlet at its root. Start and stop it from one thread each. */
public final class EmbeddedTomcat {

    /** Held, because the JDK forgets the level of a logger without references. */
    private static final Logger TOMCAT_LOGGER = Logger.getLogger("org.apache");

    /** On a busy machine it warns that seeding session ids was slow; no server here has sessions. */
    private static final Logger SESSION_LOGGER = Logger.getLogger("org.apache.catalina.util.SessionIdGeneratorBase");

    private static final long POLL_NANOS = 5_000_000;

    private final Tomcat tomcat = new Tomcat();
    private final Path workDirectory;
    private final ConnectorSettings settings;
    private final StandardWrapper servlet;

    private EmbeddedTomcat(ServerOptions options, ConnectorSettings settings, HttpServlet root) throws IOException {
        this.settings = settings;
        workDirectory = Files.createTempDirectory("swipestorm-tomcat");
        tomcat.setBaseDir(workDirectory.toString());
        tomcat.setConnector(connector(options, settings));
        ((StandardHost) tomcat.getHost()).setErrorReportValveClass(JsonErrorValve.class.getName());
        StandardContext context = (StandardContext) tomcat.addContext("", null);
        // Tomcat checks for leaks when it unloads a web application. Here the JVM ends as well, and on new JDKs the
        // check itself only prints warnings.
        context.setClearReferencesThreadLocals(false);
        context.setClearReferencesRmiTargets(false);
        servlet = (StandardWrapper) Tomcat.addServlet(context, "root", root);
        context.addServletMappingDecoded("/*", "root");
        ErrorPage errorPage = new ErrorPage();
        errorPage.setLocation("/error");
        context.addErrorPage(errorPage);
    }

    /**
     * Starts it; its threads keep the JVM alive.
     *
     * @param options port, protocols and virtual threads; how many threads there are, the settings say
     * @param root handles every request, and every error page
     * @throws LifecycleException when it cannot start, for example because the port is taken
     */
    public static EmbeddedTomcat start(ServerOptions options, ConnectorSettings settings, HttpServlet root)
            throws IOException, LifecycleException {
        TOMCAT_LOGGER.setLevel(Level.WARNING);
        SESSION_LOGGER.setLevel(Level.SEVERE);
        EmbeddedTomcat embedded = new EmbeddedTomcat(options, settings, root);
        try {
            embedded.tomcat.start();
        } catch (LifecycleException e) {
            ExpandWar.delete(embedded.workDirectory.toFile());
            throw e;
        }
        return embedded;
    }

    private static Connector connector(ServerOptions options, ConnectorSettings settings) {
        Http11NioProtocol protocol = new Http11NioProtocol();
        protocol.setMaxThreads(settings.threads());
        protocol.setAcceptCount(settings.acceptCount());
        protocol.setMaxConnections(settings.maxConnections());
        protocol.setConnectionTimeout((int) settings.connectionTimeout().toMillis());
        protocol.setKeepAliveTimeout((int) settings.keepAliveTimeout().toMillis());
        protocol.setMaxKeepAliveRequests(settings.maxKeepAliveRequests());
        protocol.setCompression("off");
        protocol.setProperty("daemon", "false");
        // Only a port that was opened at the start can be closed before the rest stops.
        protocol.setProperty("bindOnInit", "false");
        if (options.virtualThreads()) {
            protocol.setExecutor(new VirtualThreadExecutor("swipe-"));
        }
        Connector connector = new Connector(protocol);
        connector.setPort(options.port());
        if (options.loopbackOnly()) {
            protocol.setAddress(InetAddress.getLoopbackAddress());
        }
        if (options.http2()) {
            connector.addUpgradeProtocol(new Http2Protocol());
        }
        options.certificate().ifPresent(files -> secure(connector, protocol, files));
        RequestLimits.apply(settings, connector);
        // Otherwise a port that is taken is only a line in the log, and a server without a connector keeps running.
        connector.setThrowOnFailure(true);
        return connector;
    }

    private static void secure(Connector connector, Http11NioProtocol protocol, ServerCertificate files) {
        connector.setSecure(true);
        connector.setScheme("https");
        protocol.setSSLEnabled(true);
        SSLHostConfig host = new SSLHostConfig();
        SSLHostConfigCertificate certificate =
                new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.UNDEFINED);
        certificate.setCertificateFile(files.certificate().toAbsolutePath().toString());
        certificate.setCertificateKeyFile(files.key().toAbsolutePath().toString());
        host.addCertificate(certificate);
        protocol.addSslHostConfig(host);
    }

    /** The port it listens on. */
    public int port() {
        return connector().getLocalPort();
    }

    /** What it listens with. */
    public Connector connector() {
        return tomcat.getConnector();
    }

    /** Accepts no further request, waits for those in flight for the grace period, and ends. */
    public void stop() {
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
